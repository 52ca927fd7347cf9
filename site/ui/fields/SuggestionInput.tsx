import { m } from '#site/lib/messages.ts'
import type { ControlProps } from './Field.tsx'
import { splitAtMatch, type Suggestion } from './suggestions.ts'
import type { SearchStatus } from './use-debounced-search.ts'
import { useSuggestions, type SuggestionOptions } from './use-suggestions.ts'

type Props = SuggestionOptions & {
  control: ControlProps
  placeholder?: string
  /** For suggestions that are searched for, and not all there from the start. */
  status?: SearchStatus
  submitsOnEnter?: boolean
}

const notes: Record<SearchStatus, () => string> = {
  searching: m.search_loading,
  found: m.no_results,
  failed: m.search_failed,
}

export function SuggestionInput(props: Props) {
  const { control, placeholder, status = 'found', submitsOnEnter = true, ...options } = props
  const { text, search, shown, isOpen, input, list, ...on } = useSuggestions(options)
  const listId = `${control.id}list`
  return (
    <div className="suggest">
      <input
        {...control}
        ref={input}
        className="input"
        type="text"
        autoComplete="off"
        placeholder={placeholder ?? m.search_placeholder()}
        value={text}
        onChange={(event) => on.type(event.target.value)}
        onFocus={on.enter}
        onBlur={on.leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          on.settle()
          if (!submitsOnEnter) event.preventDefault()
        }}
      />
      <ul
        ref={list}
        className="suggest-list"
        id={listId}
        role="listbox"
        hidden={!isOpen || shown.length === 0}
      >
        {isOpen &&
          shown.map((suggestion, index) => (
            <Option
              key={suggestion.value}
              id={`${listId}${index}`}
              suggestion={suggestion}
              search={search}
            />
          ))}
      </ul>
      {isOpen && shown.length === 0 && <p className="suggest-none">{notes[status]()}</p>}
    </div>
  )
}

type OptionProps = { id: string; suggestion: Suggestion; search: string }

/** Without `aria-selected`, which the combobox writes. */
function Option({ id, suggestion: { label, value, note }, search }: OptionProps) {
  return (
    <li id={id} role="option" data-value={value}>
      <HighlightedMatch text={label} search={search} />
      {note && (
        <span className="suggest-note">
          <HighlightedMatch text={note} search={search} />
        </span>
      )}
    </li>
  )
}

function HighlightedMatch({ text, search }: { text: string; search: string }) {
  const [before, match, after] = splitAtMatch(text, search)
  return (
    <>
      {before}
      {match && <b>{match}</b>}
      {after}
    </>
  )
}
