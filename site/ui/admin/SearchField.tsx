import { useEffect, useId, useRef } from 'react'

const pauseMs = 300

type Props = { label: string; value: string; onSearch: (q: string) => void }

export function SearchField({ label, value, onSearch }: Props) {
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const searched = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Typed text stays, unless another control changed the search.
  useEffect(() => {
    if (input.current && value !== searched.current) input.current.value = value
    searched.current = value
  }, [value])

  function searchSoon(q: string, ms: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      searched.current = q.trim()
      onSearch(searched.current)
    }, ms)
  }

  return (
    <form
      role="search"
      className="field admin-search"
      onSubmit={(event) => {
        event.preventDefault()
        searchSoon(String(new FormData(event.currentTarget).get('q')), 0)
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        name="q"
        maxLength={100}
        autoComplete="off"
        defaultValue={value}
        onChange={(event) => searchSoon(event.target.value, pauseMs)}
      />
    </form>
  )
}
