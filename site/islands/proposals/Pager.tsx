import { m } from '#site/lib/messages.ts'
import type { PanelQuery } from './proposals.store.ts'

type Props = {
  panel: PanelQuery & { total: number; isLoading: boolean }
  onQuery: (query: Partial<PanelQuery>) => void
}

export function Pager({ panel, onQuery }: Props) {
  const { page, per_page, total, isLoading } = panel
  const pages = Math.max(1, Math.ceil(total / per_page))
  if (pages === 1 && page === 1) return null
  return (
    <nav className="row proposals-pager" aria-label={m.proposals_pages()}>
      <button
        type="button"
        className="button"
        disabled={isLoading || page <= 1}
        onClick={() => onQuery({ page: Math.min(page - 1, pages) })}
      >
        {m.proposals_page_previous()}
      </button>
      <p className="figures">{m.proposals_page({ page, pages })}</p>
      <button
        type="button"
        className="button"
        disabled={isLoading || page >= pages}
        onClick={() => onQuery({ page: page + 1 })}
      >
        {m.proposals_page_next()}
      </button>
    </nav>
  )
}
