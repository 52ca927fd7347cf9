/** The rules of an input that suggests: filtering, marking and what typed text stands for. */
export type Suggestion = { label: string; value: string }

export function matching(suggestions: Suggestion[], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase()
  return suggestions.filter(({ label }) => label.toLowerCase().includes(wanted))
}

/** The label cut where the text occurs, so that the match can be set in bold. */
export function cutAtMatch(label: string, text: string): [string, string, string] {
  const wanted = text.trim().toLowerCase()
  const at = wanted ? label.toLowerCase().indexOf(wanted) : -1
  if (at < 0) return [label, '', '']
  const end = at + wanted.length
  return [label.slice(0, at), label.slice(at, end), label.slice(end)]
}

/** A label typed in full stands for its value, anything else for itself. */
export function valueOf(suggestions: Suggestion[], text: string): string {
  const wanted = text.trim().toLowerCase()
  return suggestions.find(({ label }) => label.toLowerCase() === wanted)?.value ?? text
}
