import { Markup } from '#site/ui/Markup.tsx'
import { picture, type PictureProps } from '#site/ui/picture.ts'

type Props = Omit<PictureProps, 'class'> & { className?: string }

/** A new element for a new picture, without the load state of the old one. */
export function Picture({ className, ...props }: Props) {
  const html = picture({ ...props, class: className })
  return <Markup key={props.path} html={html} />
}
