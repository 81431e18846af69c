import { importPatched, type PackagePatches } from './patch-package.ts';

/**
 * PostgreSQL's own types that we use in arrays, and their array types. Their numbers never change. The driver asks each new connection for
 * those of all types, tables included, which takes as long as opening it.
 */
const ARRAY_TYPES: [type: number, array: number][] = [
  [16, 1000], // boolean
  [19, 1003], // name
  [20, 1016], // bigint
  [21, 1005], // smallint
  [23, 1007], // integer
  [25, 1009], // text
  [26, 1028], // oid
  [114, 199], // json
  [701, 1022], // double precision
  [1043, 1015], // varchar
  [1082, 1182], // date
  [1114, 1115], // timestamp
  [1184, 1185], // timestamptz
  [1700, 1231], // numeric
  [2950, 2951], // uuid
  [3802, 3807], // jsonb
];

/**
 * Patches for postgres.js 3.4.9, with its issue numbers. Most are about lost connections: it writes to a closed socket, leaves queries
 * waiting forever, and continues a transaction in another session.
 */
const POSTGRES_PATCHES: PackagePatches = {
  '/postgres/src/connection.js': [
    {
      why: 'a connection that could not be opened stayed reserved for ever',
      find: `    } catch (e) {
      error(e)
      return
    }
    x.on('error', error)`,
      replace: `    } catch (e) {
      error(e)
      closed(true)
      return
    }
    x.on('error', error)`,
    },
    {
      why: 'a socket that arrives after the pool was ended stayed open',
      find: `    if (!socket)
      return

    connectTimer.start()`,
      replace: `    if (!socket)
      return

    if (terminated)
      return socket.destroy()

    connectTimer.start()`,
    },
    {
      why: 'a query that cannot be sent rejected another one and was waited for itself',
      find: `    } catch (error) {
      sent.length === 0 && write(Sync)`,
      replace: `    } catch (error) {
      if (query !== q) {
        sent.remove(q)
        queryError(q, error)
        return true
      }
      sent.length === 0 && write(Sync)`,
    },
    {
      why: 'the text of a statement was hashed each time it ran; one that never changes may have a short key (kernel/reusable-query.ts)',
      find: `q.signature = q.prepare && types + string`,
      replace: `q.signature = q.prepare && types + (q.strings.key || string)`,
    },
    {
      why: 'BEGIN was sent on a connection that others went on using (#1189)',
      find: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
      replace: `      const ready = write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
      if (!q.options.onexecute)
        return ready
      q.options.onexecute(connection)
      return false`,
    },
    {
      why: 'a write to a socket that is gone ended the process (#1066, #1154, #1208)',
      find: `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
      replace: `  function nextWrite(fn) {
    if (!socket) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x = socket.write(chunk, fn)`,
    },
    {
      why: 'what was left of a lost connection met the next one: unsent bytes, an old error, a query that waited (#1215)',
      find: `  async function closed(hadError) {
    incoming = Buffer.alloc(0)
    remaining = 0
    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()
    socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime`,
      replace: `  function closed(hadError) {
    incoming = Buffer.alloc(0)
    remaining = 0
    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    if (socket) {
      socket.removeAllListeners()
      socket.on('error', noop)
      socket = null
    }

    query && errorResponse && queryError(query, errorResponse)
    error(Errors.connection('CONNECTION_CLOSED', options))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
    ended && (ended(), ending = ended = null)
    closedTime`,
    },
    {
      why: 'a connection lost while it was being prepared was an unhandled rejection, and a reservation waited for ever',
      find: `      if (needsTypes) {
        initial.reserve && (initial = null)
        return fetchArrayTypes()
      }

      initial && !initial.reserve && execute(initial)
      options.shared.retries = retries = 0
      initial = null
      return
    }`,
      replace: `      if (needsTypes)
        return fetchArrayTypes().catch(() => socket && socket.destroy())

      const { reserve } = initial
      reserve || execute(initial)
      options.shared.retries = retries = 0
      initial = null
      if (!reserve)
        return
    }`,
    },
    {
      why: 'the settings of a session go out first, because poolers refuse them in the startup message; the numbers of array types are known',
      find: `    const types = await new Query([\`
      select b.oid, b.typarray
      from pg_catalog.pg_type a
      left join pg_catalog.pg_type b on b.oid = a.typelem
      where a.typcategory = 'A'
      group by b.oid, b.typarray
      order by b.oid
    \`], [], execute)
    types.forEach(({ oid, typarray }) => addArrayType(oid, typarray))`,
      replace: `    await new Query([options.session_sql || 'select'], [], execute, null, { simple: true })
    for (const [oid, typarray] of ${JSON.stringify(ARRAY_TYPES)}) addArrayType(oid, typarray)`,
    },
  ],
  '/postgres/src/queue.js': [
    {
      why: 'the last entry can be taken, too',
      find: `    push: (x) => (xs.push(x), x),`,
      replace: `    push: (x) => (xs.push(x), x),
    pop: () => xs.length > index ? xs.pop() : undefined,`,
    },
  ],
  '/postgres/src/index.js': [
    {
      why: 'queries took turns on all connections, so that each of them had to plan every query; the one used last has the plans',
      find: `      return go(open.shift(), query)`,
      replace: `      return go(open.pop(), query)`,
    },
    {
      why: 'the settings of a session are an option',
      find: `    socket          : o.socket,`,
      replace: `    socket          : o.socket,
    session_sql     : o.session_sql,`,
    },
    {
      why: 'a reservation that failed took a connection later, for nobody (#1195)',
      find: `        const query = { reserve: resolve, reject }`,
      replace: `        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }`,
    },
    {
      why: 'a reserved session went on in the next connection, and gave back what was no longer its own (#1208)',
      find: `    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
      c.queue === full`,
      replace: `    let lost = null
    c.onclose = e => {
      lost = e
      while (queue.length)
        queue.shift().reject(e)
    }

    const sql = Sql(handler)
    sql.release = () => {
      if (lost)
        return
      c.onclose = null
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
      if (lost)
        return q.reject(lost)
      c.queue === full`,
    },
    {
      why: 'a transaction knows when its connection is lost',
      find: `      , prepare = null

    try {`,
      replace: `      , prepare = null
      , lost = null

    try {`,
    },
    {
      why: 'queries of a transaction whose connection was lost were waited for in vain (#1186)',
      find: `        new Promise((_, reject) => connection.onclose = reject)`,
      replace: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })`,
    },
    {
      why: 'a transaction whose connection was lost went on, committed or rolled back in the session of another (#1155, #1216)',
      find: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      replace: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full`,
    },
    {
      why: 'a waiting reservation was taken off the queue and never answered when a connection was lost (#1195)',
      find: `    queries.length && connect(c, queries.shift())`,
      replace: `    if (queries.length) {
      const query = queries.shift()
      query.reserve && queries.push(query)
      connect(c, query)
    }`,
    },
  ],
};

/** postgres.js, patched so that a lost connection only fails the queries on it (decision 22). */
const { default: postgres } = await importPatched(() => import('postgres'), POSTGRES_PATCHES);

export default postgres;
