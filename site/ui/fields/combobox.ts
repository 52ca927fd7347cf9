import ComboboxNavigation from '@github/combobox-nav'

type ComboboxOptions = {
  input: HTMLInputElement
  /** A listbox whose options have ids. */
  list: HTMLElement
  /** Has to show the list with its options at once. */
  onOpen: () => void
  onClose: () => void
  onChoose: (option: HTMLElement) => void
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

function hasModifierKey({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || altKey || metaKey
}

export function createCombobox({ input, list, onOpen, onClose, onChoose }: ComboboxOptions) {
  const navigation = new ComboboxNavigation(input, list, { tabInsertsSuggestions: false })
  const changes = new MutationObserver(() => navigation.clearSelection())
  const removal = new AbortController()
  const { signal } = removal
  let isOpen = false

  function setOpen(open: boolean): void {
    if (open === isOpen) return
    isOpen = open
    if (isOpen) navigation.start()
    else navigation.stop()
  }

  function activeOption(): HTMLElement | null {
    return list.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')
  }

  function openAndMove(step: 1 | -1): void {
    onOpen()
    changes.takeRecords()
    if (isOpen) navigation.navigate(step)
  }

  /** True if the key is for the list. Runs before the library's listener, added on opening. */
  function handleKey(event: KeyboardEvent): boolean {
    const step = hasModifierKey(event) ? undefined : steps[event.key]
    if (step && !isOpen) openAndMove(step)
    if (step) return true
    if (event.key === 'Escape' && isOpen) {
      onClose()
      return true
    }
    const option = event.key === 'Enter' ? activeOption() : null
    if (option && hasModifierKey(event)) {
      event.stopImmediatePropagation()
      option.dispatchEvent(new MouseEvent('click', event))
    }
    return option !== null
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The library misses a composition that began while the list was closed.
    if (event.isComposing) event.stopImmediatePropagation()
    else if (handleKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  changes.observe(list, { childList: true })
  input.addEventListener('keydown', onKeyDown, { signal })
  list.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
  const onCommit = ({ target }: Event) => target instanceof HTMLElement && onChoose(target)
  list.addEventListener('combobox-commit', onCommit, { signal })

  function destroy(): void {
    removal.abort()
    changes.disconnect()
    navigation.destroy()
  }

  return { setOpen, activeOption, destroy }
}
