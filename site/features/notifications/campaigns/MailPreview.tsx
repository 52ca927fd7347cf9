import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { TryAgain } from '#site/ui/Failure.tsx'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { fitFrameHeight, renderMailInFrame, type MailPreviewStore } from './mail-frame.ts'

/** With a doctype, so that the mail is not rendered in quirks mode. */
const blank = '<!doctype html><html lang="en"><title>.</title></html>'

function MailFrame({ html }: { html: string }) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const frame = ref.current
    if (!frame || !isLoaded) return undefined
    renderMailInFrame(frame, html)
    const observer = new ResizeObserver(() => fitFrameHeight(frame))
    if (frame.parentElement) observer.observe(frame.parentElement)
    // Pictures give the mail its height once they have come.
    if (frame.contentDocument) observer.observe(frame.contentDocument.documentElement)
    return () => observer.disconnect()
  }, [html, isLoaded])
  return (
    <iframe
      ref={ref}
      className="campaign-frame"
      title={m.campaign_preview_frame()}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={blank}
      onLoad={() => setIsLoaded(true)}
    />
  )
}

type Props = { preview: MailPreviewStore; language: Locale; isEmpty: boolean }

export function MailPreview({ preview, language, isEmpty }: Props) {
  const { html, text, isLoading, failure } = useStore(preview.$preview)
  return (
    <section
      className="editor-preview editor-preview-whole"
      aria-label={m.editor_preview()}
      aria-busy={isLoading}
    >
      <TryAgain text={failure} onRetry={() => void preview.load()} />
      {isEmpty || !html ? (
        <p className="quiet">{isEmpty ? m.campaign_preview_empty() : m.loading()}</p>
      ) : (
        <>
          <div className="campaign-mail">
            <MailFrame html={html} />
          </div>
          <details>
            <summary>{m.campaign_preview_plain()}</summary>
            <pre className="editor-theirs" lang={language} tabIndex={0}>
              {text}
            </pre>
          </details>
        </>
      )}
    </section>
  )
}
