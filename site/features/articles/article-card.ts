import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { namedPicture } from '#site/ui/lettered.ts'
import { articlePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { articleFacts } from './article-facts.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ArticleSummary } from '#worker/features/articles/contract.ts'

type ArticleCardProps = { article: ArticleSummary; heading?: 'h2' | 'h3'; eager?: boolean }

export function articleCard(page: PageContext, props: ArticleCardProps): Html {
  const { article, heading = 'h2', eager = false } = props
  const lang = attributes({ lang: article.language })
  return html`<li class="article-card" data-start="${article.published_at}">
    ${cover(article, eager)}
    <div class="article-card-what">
      <${heading} class="article-card-title" ${lang}>
        <a class="whole-link" href="${paths.article(page.locale, article.slug)}"> ${article.title} </a>
      </${heading}>
      <p class="article-card-excerpt" ${lang}> ${article.excerpt} </p>
      ${articleFacts(page, { article })}
    </div>
  </li>`
}

function cover(article: ArticleSummary, eager: boolean): Html {
  return namedPicture({
    kind: 'article',
    text: article.title,
    class: 'article-card-cover',
    path: article.cover_path,
    drawn: articlePicturePath(article.id),
    width: 640,
    height: 360,
    loading: eager ? undefined : 'lazy',
  })
}
