import { html, type Html } from '#site/ui/html.ts'

type Cell = Html | string | undefined

/** Without heads, the first cell of each row names the row. */
export function proseTable(
  rows: readonly (readonly Cell[])[],
  heads: readonly string[] = [],
): Html {
  const hasHeads = heads.length > 0
  return html`<table>
    ${
      hasHeads &&
      html`<thead>
        <tr>
          ${heads.map((head) => html`<th>${head}</th>`)}
        </tr>
      </thead>`
    }
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell, index) =>
              hasHeads || index > 0 ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`
}
