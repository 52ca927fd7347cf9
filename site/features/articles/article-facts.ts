import { brand } from '#site/lib/brand.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ArticleSummary } from '#worker/features/articles/contract.ts'

type ArticleFactsProps = { article: ArticleSummary; isFull?: boolean }

export function articleFacts(page: PageContext, props: ArticleFactsProps): Html {
  const { article, isFull = false } = props
  const { author, language, published_at: published, modified_at: modified } = article
  const isUpdated = Date.parse(modified) - Date.parse(published) > dayMs
  const isForeign = language && language !== page.locale
  return html`<p class="event-facts article-facts">
    <span>${author || brand.name}</span>
    ${dateFact(isFull && m.articles_published, page, published)}
    ${isFull && isUpdated && dateFact(m.content_updated, page, modified)}
    <span>${m.articles_reading({ count: article.reading_minutes })}</span>
    ${!isFull && isForeign && html`<span lang="${language}">${nativeLanguageName(language)}</span>`}
  </p>`
}

/** Without white space before a fact: it would be visible beside the separator. */
function dateFact(message: typeof m.articles_published | false, page: PageContext, at: string) {
  const date = time(page, { at, as: 'date' })
  return html`<span>${message ? fillMessage(message, date) : date}</span>`
}
