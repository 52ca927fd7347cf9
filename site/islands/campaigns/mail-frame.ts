/**
 * Shows a mail in a frame of its own, which runs no script. The page's policy refuses style
 * attributes, also in a frame, so they are set one by one.
 */
export function showMail(frame: HTMLIFrameElement, html: string): void {
  const target = frame.contentDocument
  if (!target) return
  const mail = new DOMParser().parseFromString(html, 'text/html')
  const styled = [...mail.querySelectorAll<HTMLElement>('[style]')].map((element) => {
    const style = element.getAttribute('style') ?? ''
    element.removeAttribute('style')
    return { element, style }
  })
  for (const link of mail.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
  target.replaceChild(target.adoptNode(mail.documentElement), target.documentElement)
  for (const { element, style } of styled) element.style.cssText = style
  fit(frame)
}

/** As high as the mail. */
export function fit(frame: HTMLIFrameElement): void {
  frame.style.height = '0'
  frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`
}
