export function allowPictureOrigin(policy: string, base: string): string {
  if (!base) return policy
  const { origin } = new URL(base)
  return policy.replace(/img-src [^;]*/, (sources) =>
    sources.split(' ').includes(origin) ? sources : `${sources} ${origin}`,
  )
}
