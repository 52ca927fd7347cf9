import { describe, expect, it } from 'vitest'
import { attributes, classes, html, raw } from './html.ts'

describe('a value in a text', () => {
  it('is escaped', () => {
    expect(String(html`<p>${`<b> & "it's"`}</p>`)).toBe(
      '<p>&lt;b&gt; &amp; &quot;it&#39;s&quot;</p>',
    )
  })

  it('is inserted as it is where a template or a constant wrote it', () => {
    expect(String(html`<p>${html`<b>${'<'}</b>`}${raw('<hr>')}</p>`)).toBe('<p><b>&lt;</b><hr></p>')
  })

  it('may be a list, a number or nothing', () => {
    const items = ['a', '&'].map((text) => html`<li>${text}</li>`)
    expect(
      String(
        html`<ul>
          ${items}${0}${false}${null}${undefined}${''}
        </ul>`,
      ),
    ).toBe('<ul><li>a</li><li>&amp;</li>0</ul>')
  })
})

describe('a value in an attribute', () => {
  it('cannot end it', () => {
    expect(String(html`<p title="${`" onclick="&<it's>`}"></p>`)).toBe(
      `<p title="&quot; onclick=&quot;&amp;<it's>"></p>`,
    )
  })

  it('is escaped also where it is markup', () => {
    expect(String(html`<p title="${html`<b title="x"></b>`}"></p>`)).toBe(
      '<p title="<b title=&quot;x&quot;></b>"></p>',
    )
  })

  it.each(['javascript:alert(1)', ' javascript:x', 'data:text/html,x', 'JaVaScRiPt:x', 'x:y'])(
    'leads nowhere as the address %j',
    (address) => {
      expect(String(html`<a href="${address}"></a>`)).toBe('<a href="#"></a>')
    },
  )

  it.each(['/a?b', '?q=1', '#top', 'https://example.com/'])('may be the address %s', (address) => {
    expect(String(html`<a href="${address}"></a>`)).toBe(`<a href="${address}"></a>`)
  })

  it.each(['onclick', 'style'])('cannot be one of %s', (name) => {
    const strings = Object.assign([`<p ${name}="`, '">'], { raw: [] })
    expect(() => html(strings, 'x')).toThrow('No place for values')
  })

  it('must be between quotes', () => {
    expect(() => html`<p title=${'x'}></p>`).toThrow('without quotes')
  })
})

describe('attributes that may be missing', () => {
  it('are written with their values', () => {
    const some = attributes({ lang: 'fr', hidden: true, alt: '', size: 3, rel: '"&' })
    expect(String(html`<a ${some} id="x"></a>`)).toBe(
      '<a lang="fr" hidden alt size="3" rel="&quot;&amp;" id="x"></a>',
    )
  })

  it('leave no trace', () => {
    const none = attributes({ lang: undefined, hidden: false, rel: null })
    expect(String(html`<a ${none}></a>`)).toBe('<a></a>')
  })

  it('lead to no script', () => {
    expect(String(html`<a ${attributes({ href: 'javascript:x' })}></a>`)).toBe('<a href="#"></a>')
  })

  it('cannot be in a text', () => {
    expect(() => html`<p>${attributes({ lang: 'fr' })}</p>`).toThrow('Outside of a tag')
  })

  it('cannot be a text', () => {
    expect(() => html`<a ${'onclick="x"'}></a>`).toThrow('inside of a tag')
    expect(() => html`<a ${raw('onclick="x"')}></a>`).toThrow('inside of a tag')
  })
})

it('takes the name of an element and nothing else for it', () => {
  expect(String(html`<${'h2'}>x</${'h2'}>`)).toBe('<h2>x</h2>')
  expect(() => html`<${'h2 onclick=x'}></h2>`).toThrow('inside of a tag')
})

it.each(['<script>', '<style>', '<!-- '])('writes nothing after %s', (start) => {
  const strings = Object.assign([start, ''], { raw: [start, ''] })
  expect(() => html(strings, 'x')).toThrow('No place for values')
})

it('writes a line break in its source as one space, and none inside an element or around a block', () => {
  const name = 'x'
  expect(
    String(
      html`<p class="a">
        ${name} y
        <br />
      </p>`,
    ),
  ).toBe('<p class="a">x y <br></p>')
})

it('keeps line breaks of values', () => {
  expect(String(html`<p>${'a\n b'}</p>`)).toBe('<p>a\n b</p>')
})

it('joins the names of classes that apply', () => {
  expect(classes('a', false, undefined, null, '', 'b')).toBe('a b')
})
