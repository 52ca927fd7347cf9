import { useEffect, useRef } from 'react'
import { m } from '#site/lib/messages.ts'
import type { ControlProps } from './Field.tsx'
import { splitAtMatch, type Suggestion } from './suggestions.ts'
import { useSuggestions, type SuggestionOptions } from './use-suggestions.ts'

type Props = SuggestionOptions & { control: ControlProps; placeholder?: string }

export function SuggestionInput({ control, placeholder, ...options }: Props) {
  const { text, search, shown, isOpen, active, ...on } = useSuggestions(options)
  const listId = `${control.id}list`
  return (
    <div className="suggest">
      <input
        {...control}
        className="input"
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}${active}` : undefined}
        placeholder={placeholder ?? m.search_placeholder()}
        value={text}
        onChange={(event) => on.type(event.target.value)}
        onFocus={on.enter}
        onBlur={on.leave}
        onKeyDown={on.press}
      />
      <ul className="suggest-list" id={listId} role="listbox" hidden={!isOpen}>
        {isOpen &&
          shown.map((suggestion, index) => (
            <Option
              key={suggestion.value}
              id={`${listId}${index}`}
              suggestion={suggestion}
              search={search}
              isActive={index === active}
              onChoose={() => on.choose(suggestion)}
            />
          ))}
        {isOpen && shown.length === 0 && (
          <li className="suggest-none" role="option" aria-disabled="true" aria-selected="false">
            {m.no_results()}
          </li>
        )}
      </ul>
    </div>
  )
}

type OptionProps = {
  id: string
  suggestion: Suggestion
  search: string
  isActive: boolean
  onChoose: () => void
}

function Option({ id, suggestion, search, isActive, onChoose }: OptionProps) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // Mouse down rather than click: it comes before the input loses focus.
    <li
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => {
        event.preventDefault()
        onChoose()
      }}
    >
      <Marked text={suggestion.label} search={search} />
      {suggestion.note && (
        <span className="suggest-note">
          <Marked text={suggestion.note} search={search} />
        </span>
      )}
    </li>
  )
}

function Marked({ text, search }: { text: string; search: string }) {
  const [before, match, after] = splitAtMatch(text, search)
  return (
    <>
      {before}
      {match && <b>{match}</b>}
      {after}
    </>
  )
}
