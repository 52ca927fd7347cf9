import { describe, expect, test } from 'vitest'
import { runsOf } from '#tests/support/runs.ts'
import { renderMarkdown } from './markdown.ts'

function html(markdown: string): string {
  return renderMarkdown(markdown, 'en').html
}

describe('what people write', () => {
  test('becomes GFM: tables, task lists, strike-through, links, code and notes', () => {
    const found = html(
      [
        'A [link](https://example.com/a "Title"), ~~gone~~ and `code`, see www.example.org now.[^1]',
        '- [x] done\n- [ ] open',
        '| a | b |\n| - | :-: |\n| 1 | 2 |',
        '```js\nx < y\n```',
        '[^1]: Where it is from.',
      ].join('\n\n'),
    )
    expect(found).toContain(
      '<a href="https://example.com/a" title="Title" rel="noopener nofollow external">link</a>',
    )
    expect(found).toContain('<del>gone</del>')
    expect(found).toContain('<a href="http://www.example.org" rel="noopener nofollow external">')
    expect(found).toContain('<input type="checkbox" checked disabled aria-label="Done"> done')
    expect(found).toContain('<input type="checkbox" disabled aria-label="To do"> open')
    expect(found).toContain('<div class="table-scroll" role="group" aria-label="Table"')
    expect(found).toContain('<td align="center">2</td>')
    expect(found).toContain('<code class="language-js">x &#x3C; y')
    expect(found).toContain('href="#note-fn-1" id="note-fnref-1"')
    expect(found).toContain('<li id="note-fn-1">')
  })

  test('has its own words around it in the language of the text', () => {
    const { html: french } = renderMarkdown('- [x] oui\n\nAh[^1]\n\n[^1]: Bon.', 'fr')
    expect(french).toContain('aria-label="Fait"')
    expect(french).toContain('aria-label="Revenir à l’appel de note 1"')
  })

  test('leaves a link within the site as it is', () => {
    expect(html('[all](/events) [here](#section-a)')).toBe(
      '<p><a href="/events">all</a> <a href="#section-a">here</a></p>',
    )
  })

  test('shows pictures of the site, lazily and with the size that the address tells', () => {
    expect(html('![Crowd](/media/uploads/a.png#640x360)')).toBe(
      '<p><img src="/media/uploads/a.png#640x360" alt="Crowd" width="640" height="360" loading="lazy" decoding="async"></p>',
    )
  })

  test('turns a picture from elsewhere into a link to it, as no page loads from third parties', () => {
    expect(html('![Crowd](https://example.com/a.png)')).toBe(
      '<p><a href="https://example.com/a.png" rel="noopener nofollow external">Crowd</a></p>',
    )
    expect(html('[![Crowd](//example.com/a.png)](/events)')).toBe(
      '<p><a href="/events">Crowd</a></p>',
    )
  })
})

describe('headings', () => {
  test.each([
    ['# A\n\n## B\n\n# C', [2, 3, 2]],
    ['## A\n\n### B', [2, 3]],
    ['#### A\n\n###### B\n\n##### C', [2, 3, 3]],
    ['# A\n\n###### B\n\n# C\n\n## D', [2, 3, 2, 3]],
  ])('of %j begin below the title and skip no level', (markdown, levels) => {
    expect(renderMarkdown(markdown, 'en').headings.map(({ level }) => level)).toEqual(levels)
    expect(html(markdown)).not.toMatch(/<h1|<h7/)
  })

  test('have an address of their own each, and are listed', () => {
    const { html: found, headings } = renderMarkdown('## Été *vif*\n\n## Été vif', 'fr')
    expect(headings).toEqual([
      { id: 'section-été-vif', text: 'Été vif', level: 2 },
      { id: 'section-été-vif-1', text: 'Été vif', level: 2 },
    ])
    for (const { id } of headings) expect(found).toContain(`id="${id}"`)
  })
})

const hostile = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#115;cript:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](<java\nscript:alert(1)>)',
  '[a](&#x6A;avascript&colon;alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](vbscript:msgbox)',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a][x]\n\n[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  '![a](/media/x.png"onerror="alert(1))',
  '![a](/media/../../x.svg" onload=alert(1))',
  '![a](x onerror=alert(1))',
  '![" onerror="alert(1)](/media/x.png)',
  '[a](/x "\\" onmouseover=\\"alert(1)")',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{background:url(//evil.example)}</style>',
  '<form action="//evil.example"><button>Send</button></form>',
  '<div style="position:fixed" id="main" class="offer">x</div>',
  '<base href="//evil.example">',
  '> <img src=x onerror=alert(1)>\n>\n> - <svg/onload=alert(1)>',
  '| <img src=x onerror=alert(1)> | [a](javascript:alert(1)) |\n| - | - |\n| <svg> | x |',
  '```"><script>alert(1)</script>\nx\n```',
  '```js" onclick="alert(1)\nx\n```',
  '[^<script>]: x\n\nSee[^<script>]',
  '# <script>alert(1)</script>\n\n## " onclick="alert(1)',
  '<!--><script>alert(1)</script>-->',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'https://evil.example/"onmouseover="alert(1)',
  'www.evil.example/<script>alert(1)</script>',
]
const allowed =
  /^(?:a|blockquote|br|code|del|div|em|h[2-6]|hr|img|input|li|ol|p|pre|section|strong|sup|table|tbody|td|th|thead|tr|ul)$/

test('a picture is never an address that leaves its folder', () => {
  expect(html('![x](/media/uploads/../../api/v1/events)')).not.toContain('<img')
  expect(html('![x](/media/uploads/a..b/c.png)')).not.toContain('<img')
  expect(html('![x](/media/uploads/a.b.png)')).toContain('<img')
})

describe('a hostile text', () => {
  test.each(hostile)('%j runs nothing and loads nothing [ASVS 1.2.2, 1.3.1, 1.3.5]', (markdown) => {
    const found = html(markdown)
    for (const [, name = '', attributes = ''] of found.matchAll(
      /<\/?([a-z][^\s>/]*)((?: [a-z-]+(?:="[^"]*")?)*)>/gi,
    )) {
      expect(name).toMatch(allowed)
      const names = [...attributes.matchAll(/ ([a-z-]+)(?:="[^"]*")?/gi)].map(([, one]) => one)
      expect(names.join(' ')).not.toMatch(/\bon|style|srcdoc|action/i)
      const address = /(?:href|src)="([^"]*)"/.exec(attributes)?.[1] ?? ''
      expect(address).toMatch(/^(?:https?:\/\/|mailto:|[^:]*$)/)
      if (name === 'img') expect(address).toMatch(/^\/media\/[^"]*$/)
    }
    // Nothing that opens a tag is left beside those.
    expect(found.replace(/<\/?[a-z][^\s>/]*(?: [a-z-]+(?:="[^"]*")?)*>/gi, '')).not.toContain('<')
  })

  test('gives ids that no script of the page looks for', () => {
    const { headings } = renderMarkdown('## main\n\n## location', 'en')
    expect(headings.map(({ id }) => id)).toEqual(['section-main', 'section-location'])
  })

  test.each([
    ['//evil.example/x', 'noopener nofollow external'],
    ['HTTPS://evil.example', 'noopener nofollow external'],
  ])('cannot pass %s off as a page of the site', (address, rel) => {
    expect(html(`[a](${address})`)).toContain(`rel="${rel}"`)
  })
})

describe('a text without end', () => {
  const endless: Record<string, string> = {
    quotes: '>'.repeat(100_000),
    lists: '- '.repeat(50_000),
    'quotes and lists': `${'> - '.repeat(25)}a\n`.repeat(600),
    brackets: '['.repeat(100_000),
    links: '[a]('.repeat(25_000),
    pictures: '!['.repeat(5000) + 'a' + '](b)'.repeat(5000),
    emphasis: '*'.repeat(50_000) + 'a' + '*'.repeat(50_000),
    'emphasis in each other': '*a '.repeat(16_000) + ' b*'.repeat(16_000),
    'emphasis, block by block': `${'*a '.repeat(450)}${' b*'.repeat(450)}\n\n`.repeat(40),
    ticks: Array.from({ length: 400 }, (_, index) => '`'.repeat(index)).join(' '),
    rows: '|a|b|\n|-|-|\n' + '|x|y|\n'.repeat(16_000),
    columns: `${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}`,
    angles: '<a'.repeat(50_000),
    'signs of characters': '&'.repeat(100_000),
  }

  /** The slowest of their sort. */
  const slow = ['pictures', 'emphasis, block by block', 'ticks']
  const isNight = runsOf({ few: 0, many: 1 }) === 1
  const tried = Object.keys(endless).filter((kind) => isNight || !slow.includes(kind))

  test.each(tried)('of %s is bounded', { timeout: 30_000 }, (kind) => {
    const { html: found } = renderMarkdown(endless[kind]!, 'en')
    expect(found.length).toBeLessThan(700_000)
  })

  test('of columns gives at most 20 cells a row, soon', () => {
    const found = html(`${'|a'.repeat(6000)}|\n${'|-'.repeat(6000)}|\n`)
    expect(found.match(/<th>/g)?.length).toBeLessThanOrEqual(20)
    expect(html('|a|b|\n|-|-|\n|c|d|\n').match(/<t[hd]>/g)).toHaveLength(4)
  })

  test('is cut, where a long article comes through whole', () => {
    const paragraph = `${'A sentence with *emphasis* and a [link](/events). '.repeat(5)}\n\n`
    const found = html(paragraph.repeat(200))
    expect(found.match(/<em>/g)).toHaveLength(1000)
    expect(found.match(/<a /g)).toHaveLength(1000)
    expect(html(paragraph.repeat(600)).length).toBeLessThan(2 * found.length)
  })
})
