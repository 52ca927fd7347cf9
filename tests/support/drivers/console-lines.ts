const levels = ['debug', 'info', 'log', 'warn', 'error'] as const
const recordings = new Set<string[]>()
const watched = new WeakSet<Console>()

/** Lines of the worker’s log in this process; the runtime keeps those of a built one. */
export function recordConsole(): { lines: readonly string[]; end: () => void } {
  if (!watched.has(console)) watch(console)
  const lines: string[] = []
  recordings.add(lines)
  return { lines, end: () => void recordings.delete(lines) }
}

function watch(target: Console): void {
  watched.add(target)
  for (const level of levels) {
    const write = target[level].bind(target)
    target[level] = (...parts: unknown[]) => {
      for (const lines of recordings) lines.push(parts.map(String).join(' '))
      write(...parts)
    }
  }
}
