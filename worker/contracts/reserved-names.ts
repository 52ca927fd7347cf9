/** `adm1n` and `admin` are the same. */
export function foldLookalikes(name: string): string {
  return name
    .toLowerCase()
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

function toFoldedNames(names: string): Set<string> {
  return new Set(names.split(' ').map(foldLookalikes))
}

const siteName = foldLookalikes('hypecal')
const staffNames = toFoldedNames(
  'admin administrator admins mod moderation moderator moderators mods official owner root security ' +
    'staff superuser support sysadmin system team webmaster',
)
const technicalNames = toFoldedNames(
  'abuse account anonymous api billing bot contact everyone help here info legal mail me noreply null ' +
    'postmaster privacy undefined www',
)

/** Would speak for the site or its staff; `name` is folded further where it may hold any letter. */
export function isOfficialName(name: string): boolean {
  const withoutNumber = name.replace(/[\d\s_-]+$/, '')
  return (
    foldLookalikes(name).includes(siteName) ||
    [name, withoutNumber].some((candidate) => staffNames.has(foldLookalikes(candidate)))
  )
}

/** Usernames that no member may take; who has one keeps it. */
export function isReservedUsername(name: string): boolean {
  return isOfficialName(name) || technicalNames.has(foldLookalikes(name))
}
