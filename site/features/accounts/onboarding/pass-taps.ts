/** A tap that was meant for the page comes no later. */
const tapMs = 400

const pressable = 'a, button, summary, label, input, select'

/** For a dialog that opens by itself: what is tapped at first is what lies below it. */
export function passTapsToPage(dialog: HTMLDialogElement): void {
  const taps = new AbortController()
  function pass({ clientX, clientY, isTrusted }: MouseEvent): void {
    if (!isTrusted) return
    const focused = document.activeElement
    dialog.close()
    const below = document.elementFromPoint(clientX, clientY)
    dialog.showModal()
    if (focused instanceof HTMLElement) focused.focus()
    below?.closest<HTMLElement>(pressable)?.click()
  }
  document.addEventListener('click', pass, { capture: true, signal: taps.signal })
  dialog.style.pointerEvents = 'none'
  setTimeout(() => {
    taps.abort()
    dialog.style.pointerEvents = ''
  }, tapMs)
}
