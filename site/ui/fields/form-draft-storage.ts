import { formDraftKey } from '#site/lib/storage-keys.ts'

type FormValues = Record<string, unknown>
type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The page that the form is on, in whichever language. */
  path: string
  names: string[]
}

const isDraftField = (name: string) => !/password/i.test(name)

/** Keeps what was typed when the session ended until login leads back; no passwords. */
export function createFormDraftStorage({ storage, path, names }: Dependencies) {
  // A password may be asked for only once something was typed.
  const key = formDraftKey(path, names.filter(isDraftField))

  function keep(values: FormValues): void {
    const shown = Object.entries(values).filter(([name]) => isDraftField(name))
    if (shown.length > 0) storage.setItem(key, JSON.stringify(Object.fromEntries(shown)))
  }

  /** Returns them once; a field that the form no longer has is left out. */
  function take(): FormValues {
    const text = storage.getItem(key)
    if (text === null) return {}
    storage.removeItem(key)
    const kept = parseDraftValues(text)
    return Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name)))
  }

  return { keep, take }
}

/** Another person at this browser may have written the stored draft. */
function parseDraftValues(text: string): FormValues {
  try {
    const values: unknown = JSON.parse(text)
    return typeof values === 'object' && values !== null ? { ...values } : {}
  } catch {
    return {}
  }
}
