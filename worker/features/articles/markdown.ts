import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import type { ArticleHeading } from './contract.ts'
import { limitMarkdownComplexity } from '#worker/markdown/limits.ts'
import {
  addDisplayAttributes,
  normalizeHeadingLevels,
  listHeadings,
  resolvePictureUrls,
  type HtmlTree,
} from '#worker/markdown/plugins.ts'

/** No other ids, addresses, classes and attributes pass. */
const schema: Schema = {
  tagNames: (
    'a blockquote br code del div em h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup ' +
    'table tbody td th thead tr ul'
  ).split(' '),
  attributes: {
    a: [
      'href',
      'title',
      'ariaLabel',
      'ariaDescribedBy',
      'dataFootnoteBackref',
      'dataFootnoteRef',
      ['rel', 'noopener', 'nofollow', 'external'],
    ],
    code: [['className', /^language-[\w+#-]+$/]],
    div: [['className', 'table-scroll'], ['role', 'group'], 'ariaLabel', ['tabIndex', 0]],
    img: ['src', 'alt', 'width', 'height', ['loading', 'lazy'], ['decoding', 'async']],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', 'ariaLabel'],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    pre: [['role', 'group'], 'ariaLabel', ['tabIndex', 0]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
    '*': ['id'],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: { li: ['ul', 'ol'], td: ['table'], th: ['table'], tr: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'], src: [] },
  // Rendering prefixes all ids, so that they cannot clash with ids that scripts look up.
  clobber: [],
  strip: ['script', 'style'],
}

function createMarkdownRenderer(locale: Locale) {
  const words = {
    table: m.article_table({}, { locale }),
    code: m.article_code({}, { locale }),
    taskDone: m.article_task_done({}, { locale }),
    taskOpen: m.article_task_open({}, { locale }),
  }
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, {
      clobberPrefix: 'note-',
      footnoteLabel: m.article_footnotes({}, { locale }),
      footnoteLabelProperties: {},
      footnoteBackLabel: (index) =>
        m.article_footnote_back({ number: String(index + 1) }, { locale }),
    })
    .use(normalizeHeadingLevels)
    .use(rehypeSlug, { prefix: 'section-' })
    .use(addDisplayAttributes, words)
    .use(rehypeSanitize, schema)
    .use(resolvePictureUrls)
    .use(() => (tree: HtmlTree, file) => {
      file.data['headings'] = listHeadings(tree)
    })
    .use(rehypeStringify)
    .freeze()
}

const renderers = new Map<Locale, ReturnType<typeof createMarkdownRenderer>>()

function getMarkdownRenderer(locale: Locale): ReturnType<typeof createMarkdownRenderer> {
  const renderer = renderers.get(locale) ?? createMarkdownRenderer(locale)
  renderers.set(locale, renderer)
  return renderer
}

/** GFM to sanitised HTML; HTML in the source is dropped. */
export function renderMarkdown(
  markdown: string,
  locale: Locale,
): { html: string; headings: ArticleHeading[] } {
  const file = getMarkdownRenderer(locale).processSync(limitMarkdownComplexity(markdown))
  return { html: String(file), headings: file.data['headings'] as ArticleHeading[] }
}
