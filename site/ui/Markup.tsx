import {
  useLayoutEffect,
  useRef,
  useState,
  type ElementType,
  type HTMLAttributes,
  type RefObject,
} from 'react'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import type { Html } from './html.ts'
import { updateMarkup } from './update-markup.ts'

type Props = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  html: Html | undefined
  as?: ElementType
  ref?: RefObject<HTMLElement | null>
  [data: `data-${string}`]: string | undefined
}

/** React leaves the content to the page's scripts: only changes of the markup are written. */
export function Markup({ html, as: Element = 'span', ref, ...rest }: Props) {
  const own = useRef<HTMLElement>(null)
  const root = ref ?? own
  const markup = String(html ?? '')
  const [first] = useState(markup)
  const rendered = useRef(first)
  useLayoutEffect(() => {
    if (!root.current) return
    if (rendered.current !== markup) {
      updateMarkup(root.current, parseMarkup(rendered.current), parseMarkup(markup))
      rendered.current = markup
    }
    localizeTimes(root.current, currentTimeContext())
  }, [markup, root])
  return (
    <Element
      className="markup"
      {...rest}
      ref={root}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: first }}
    />
  )
}

/** Within an element without attributes, so that those of the live one stay. */
function parseMarkup(markup: string): Element {
  const element = document.createElement('div')
  element.innerHTML = markup
  return element
}
