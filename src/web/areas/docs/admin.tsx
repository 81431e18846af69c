import { OAUTH_RESOURCES } from '../../../http/oauth/metadata.ts';
import { ADMIN_OPERATIONS } from '../../../registry.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';
import { KEY_VARIABLE } from './samples.ts';

const BY_TAG = [...Map.groupBy(ADMIN_OPERATIONS, (row) => row.tag)];

export const adminApiPage = docsPage({
  path: docsPaths.admin,
  title: 'Operators’ API',
  description: 'Run this site with a program or an agent: what the team does in the back office, over REST and MCP.',
  lede: 'For admins of this site: what you do in the back office, over REST and MCP. It isn’t part of the public API.',
  sections: [
    {
      id: 'access',
      title: 'Get access',
      view: ({ site }) => (
        <>
          <p>
            Every operation needs the scope <code>site:admin</code>. Create <a href={accountPaths.keys()}>an API key</a> with it, or connect
            an app with OAuth. Only admins of {site.name} can do either, and access ends at once when an admin leaves the team. A key works
            on the site you created it on.
          </p>
          <CodeBlock
            name="a first request"
            text={`export ${KEY_VARIABLE}=lw_…\ncurl ${site.root}${OAUTH_RESOURCES.admin_api}/overview -H "Authorization: Bearer $${KEY_VARIABLE}"`}
          />
          <p>For agents, add this MCP server. Every operation is a tool of the same name:</p>
          <CodeBlock name="the address of the MCP server" text={`${site.root}${OAUTH_RESOURCES.admin_mcp}`} />
          <p>
            Parameters and responses are in <a href={docsPaths.adminOpenapi()}>openapi.json</a>. <a href={docsPaths.errors()}>Errors</a> and{' '}
            <a href={docsPaths.limits()}>rate limits</a> are those of the public API.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Try, change, undo',
      view: ({ site }) => (
        <>
          <p>
            Every write takes <code>dry_run</code>. The response then says what would change; nothing is changed, and no email is sent:
          </p>
          <CodeBlock
            name="a dry run"
            text={`curl ${site.root}${OAUTH_RESOURCES.admin_api}/comments/decisions -H "Authorization: Bearer $${KEY_VARIABLE}" \\\n  --json '{"comment_ids": [12, 15], "decision": "remove", "reason": "Advertising.", "dry_run": true}'`}
          />
          <p>
            Every change is an entry of the audit log, with the name of the key or app, and the response has its ID. <code>undo</code> takes
            it back, where the back office can. Of a list of records, those that can’t be changed are left as they are and named under{' '}
            <code>skipped</code>.
          </p>
          <p>
            Listings, comments, reviews and reports were written by other people. Tell your agent to treat them as data, and start with a
            dry run.
          </p>
        </>
      ),
    },
    {
      id: 'only-people',
      title: 'Only on the website',
      view: () => (
        <p>
          Votes and money stay with people: there is no operation that votes, decides on held votes, refunds or pays. Neither can a program
          change who is on the team, create keys, or set up sign-in providers and sites.
        </p>
      ),
    },
    {
      id: 'operations',
      title: 'All operations',
      view: () => (
        <>
          {BY_TAG.map(([tag, rows]) => (
            <>
              <h3>{tag}</h3>
              <ul class="rows rows-tight operations">
                {rows.map((row) => (
                  <li id={row.id}>
                    <a href={`#${row.id}`}>
                      <code>{row.id}</code>
                    </a>
                    <code class="quiet">
                      {row.method} {row.path}
                    </code>
                    <span class="operation-text">{row.description}</span>
                  </li>
                ))}
              </ul>
            </>
          ))}
        </>
      ),
    },
  ],
});
