/** The bell beside it looks alike. */
export const accountMenuButton = '[popovertarget="account-menu"]'

export function showAccountPicture(button: Element, address: string | undefined): void {
  const current = button.querySelector('img')
  if (address === undefined) {
    current?.remove()
    return
  }
  if (current?.getAttribute('src') === address) return
  const picture = current ?? button.ownerDocument.createElement('img')
  picture.className = 'account-picture'
  picture.alt = ''
  picture.src = address
  if (!current) button.append(picture)
}
