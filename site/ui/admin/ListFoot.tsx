import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { LabeledSelect } from './LabeledSelect.tsx'
import type { ListQuery, AdminListState } from './admin-list.store.ts'

const pageSizes = [10, 25, 50, 100].map((size) => ({ value: size, label: String(size) }))

type Props = {
  list: Pick<AdminListState<unknown, ListQuery>, 'query' | 'total' | 'isLoading'>
  onQuery: (change: { page: number } | { per_page: number }) => void
}

export function ListFoot({ list, onQuery }: Props) {
  const { query, total, isLoading } = list
  const { page, per_page } = query
  const pages = Math.max(1, Math.ceil(total / per_page))
  return (
    <footer className="admin-foot">
      <p className="quiet figures" role="status">
        {m.admin_count({ count: total })}
      </p>
      {(pages > 1 || page > 1) && (
        <nav className="row" aria-label={m.proposals_pages()}>
          <Button
            label={m.proposals_page_previous()}
            disabled={isLoading || page <= 1}
            onClick={() => onQuery({ page: Math.min(page - 1, pages) })}
          />
          <span className="figures">{m.proposals_page({ page, pages })}</span>
          <Button
            label={m.proposals_page_next()}
            disabled={isLoading || page >= pages}
            onClick={() => onQuery({ page: page + 1 })}
          />
        </nav>
      )}
      <LabeledSelect
        label={m.proposals_per_page()}
        value={per_page}
        options={pageSizes}
        onChange={(size) => onQuery({ per_page: size })}
      />
    </footer>
  )
}
