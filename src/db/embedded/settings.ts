/** The port is only the end of the socket's name; nothing listens on the network. */
export const PORT = 5432;

/** The server's settings, as arguments. They come with each start, so an update of ours needs no edit of files on disk. */
export const settings = (socket_dir: string, durable: boolean): string[] =>
  Object.entries({
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: socket_dir,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    // Compiling a query takes longer than any of ours runs.
    jit: 'off',
    // In a container huge pages can be promised and then refused, which kills the server.
    huge_pages: 'off',
    // No standby reads our log, so it need hold only what a restart needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement is the application's to report, and may hold personal data: the log is about the server.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Nothing is lost with it: one for tests, where many processes come at once.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
