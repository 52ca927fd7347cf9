import { paths } from '#site/lib/paths.ts'

export function Avatar({ path, size }: { path: string; size: number }) {
  return (
    <img className="profile-avatar" src={paths.media(path)} alt="" width={size} height={size} />
  )
}
