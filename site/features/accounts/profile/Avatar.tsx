import { Picture } from '#site/ui/pictures/Picture.tsx'

type Props = {
  path: string | null
  drawn: string
  size: 72 | 96
}

export function Avatar({ path, drawn, size }: Props) {
  return (
    <Picture
      className={`profile-avatar profile-avatar-${size}`}
      path={path ?? drawn}
      drawn={drawn}
      width={size}
      height={size}
    />
  )
}
