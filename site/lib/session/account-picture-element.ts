/** The bell beside it looks alike. */
export const accountMenuButton = '[popovertarget="account-menu"]'

/** Lays the member’s picture over the icon of the account menu, which stays where it fails. */
export function showAccountPicture(button: Element, address: string | undefined): void {
  const shown = button.querySelector('img')
  if (address === undefined) {
    shown?.remove()
    return
  }
  if (shown?.getAttribute('src') === address) return
  const picture = shown ?? button.ownerDocument.createElement('img')
  picture.className = 'account-picture'
  picture.alt = ''
  picture.src = address
  if (!shown) button.append(picture)
}
