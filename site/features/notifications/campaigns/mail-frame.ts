import { createPreviewStore } from '#site/ui/editor/preview.store.ts'
import type { Api } from '#site/lib/api.ts'
import type {
  CampaignPreview,
  CampaignPreviewInput,
} from '#worker/features/notifications/campaigns/contract.ts'

/** The page's policy refuses style attributes, also in a frame, so they are set one by one. */
export function renderMailInFrame(frame: HTMLIFrameElement, html: string): void {
  const target = frame.contentDocument
  if (!target) return
  const mail = new DOMParser().parseFromString(moveStylesToDataAttributes(html), 'text/html')
  for (const link of mail.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
  target.replaceChild(target.adoptNode(mail.documentElement), target.documentElement)
  for (const element of target.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? ''
  }
  fitFrameHeight(frame)
}

/** Before parsing, which alone would violate the page's policy on styles. */
export function moveStylesToDataAttributes(html: string): string {
  const withoutStyleSheets = html.replace(/<style>.*?<\/style>/s, '')
  return withoutStyleSheets.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/ style="/g, ' data-style="'),
  )
}

export function fitFrameHeight(frame: HTMLIFrameElement): void {
  frame.style.height = '0'
  frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`
}

export function createMailPreviewStore(api: Pick<Api, 'post'>) {
  return createPreviewStore<CampaignPreviewInput, CampaignPreview>({
    render: (body) => api.post('admin/campaigns/preview', { body }),
    empty: { html: '', text: '' },
    isImmediate: ({ language }, last) => language !== last?.language,
  })
}
export type MailPreviewStore = ReturnType<typeof createMailPreviewStore>
