import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64 } from '@oslojs/encoding'
import { html, raw } from 'hono/html'
import type { EndpointDescription } from './endpoint.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h2{margin-top:2.5rem}table{width:100%;border-collapse:collapse}
td,th{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884}
code{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}`

const styleHash = encodeBase64(sha256(new TextEncoder().encode(style)))

/** The only page with an inline style. */
export const docsPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`

export function renderDocsPage(endpoints: readonly EndpointDescription[]) {
  const areas = [...new Set(endpoints.map(({ path }) => path.split('/')[1] ?? ''))]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Hypecal API</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>Hypecal API</h1>
          <p>
            Base path <code>/api/v1</code>, but for feeds. Send
            <code>Authorization: Bearer</code> with an access token where one is asked for. Every
            failure is <code>{"msg", "code", "details"}</code>. Schemas:
            <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
          </p>
          ${areas.map((area) => areaEndpointTable(area, endpoints))}
        </main>
      </body>
    </html>`
}

function areaEndpointTable(area: string, endpoints: readonly EndpointDescription[]) {
  const areaEndpoints = endpoints.filter(({ path }) => path.split('/')[1] === area)
  return html`<h2>${area}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">What it does</th>
          <th scope="col">Who</th>
        </tr>
      </thead>
      <tbody>
        ${areaEndpoints.map(
          ({ method, path, summary, access }) =>
            html`<tr>
              <td><code>${method.toUpperCase()} ${path}</code></td>
              <td>${summary}</td>
              <td>${access}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}
