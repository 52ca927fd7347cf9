import { describe, expect } from 'vitest'
import type { FieldError } from '#worker/contracts/errors.ts'
import { locales } from '#worker/locale/locales.ts'
import type { Words } from '#tests/support/tables/failure-texts.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let token: string
test.beforeAll(async () => {
  const member = await createMember(worker)
  await worker.sql`insert into identities (user_id, provider, provider_user_id, created_at)
    values (${member.userId}, 'google', 'ana', 0)`
  token = member.token
  const { userId } = await createMember(worker)
  await worker.sql`update users set username_key = 'taken-name' where id = ${userId}`
})

describe('the API says', () => {
  test.each<[what: string, call: string, body: Record<string, string>, ...words: Words]>([
    [
      'a wrong password',
      'POST auth/login',
      { username: 'admin', password: 'not the password' },
      'Wrong username or password. If you’ve just signed up, first open the link in our email.',
      'Usuario o contraseña incorrectos. Si acabas de crear la cuenta, abre primero el enlace de nuestro correo.',
      'Pseudo ou mot de passe incorrect. Si vous venez de vous inscrire, ouvrez d’abord le lien de notre e-mail.',
    ],
    [
      'a verification link that is invalid or expired',
      'POST auth/verify_email',
      { token: 'made-up' },
      'This link is invalid or has expired.',
      'Este enlace no es válido o ha caducado.',
      'Ce lien est invalide ou a expiré.',
    ],
    [
      'a reset link that is invalid or expired',
      'POST auth/reset_password',
      { token: 'made-up', password: 'an entirely new one' },
      'This link is invalid or has expired.',
      'Este enlace no es válido o ha caducado.',
      'Ce lien est invalide ou a expiré.',
    ],
    [
      'an address that is kept at a provider',
      'PUT users/me/email',
      { email: 'another@example.com' },
      'You log in with another service, such as Google or Twitch, so your email address can’t be changed here. Set a password first.',
      'Inicias sesión con otro servicio, así que aquí no puedes cambiar tu dirección de correo. Crea antes una contraseña.',
      'Vous vous connectez avec un autre service\u00a0: votre adresse e-mail ne peut pas être changée ici. Définissez d’abord un mot de passe.',
    ],
    [
      'a name that is taken',
      'PATCH users/me',
      { username: 'taken-name' },
      'This username is already taken.',
      'Este nombre de usuario ya está en uso.',
      'Ce pseudo est déjà pris.',
    ],
    [
      'a webhook of another site',
      'PUT users/me/discord_webhook',
      { url: 'https://example.com/hook' },
      'Enter a URL starting with https://discord.com/',
      'Escribe una URL que empiece por https://discord.com/',
      'Saisissez une URL commençant par https://discord.com/',
    ],
  ])('of %s', async (_, call, body, ...words) => {
    const [method = '', path = ''] = call.split(' ')
    const heard: string[] = []
    for (const locale of locales) {
      const answer = await worker.call(method, path, {
        body: path === 'auth/login' ? new URLSearchParams(body) : body,
        ...(path.startsWith('users/me') ? { token } : {}),
        headers: { 'Accept-Language': locale },
      })
      const [fault] = (answer.body.details ?? []) as FieldError[]
      heard.push(fault?.msg ?? answer.body.msg)
    }
    expect(heard).toEqual(words)
  })
})

describe('the page', () => {
  test.each<[page: string, what: string, ...words: Words]>([
    [
      '/unauthorized',
      'why it is shown',
      "Sorry, you don't have permission to access this page",
      'Lo sentimos, no tienes permiso para acceder a esta página',
      'Désolé, vous n’avez pas l’autorisation d’accéder à cette page',
    ],
    ['/unauthorized', 'the way back', 'Go Back', 'Volver', 'Retour'],
    ['/unauthorized', 'the way home', 'Go Home', 'Ir al inicio', 'Aller à l’accueil'],
    [
      '/auth/verify',
      'that its address holds no token',
      'This verification link is incomplete. Open it again from the email.',
      'Este enlace de verificación está incompleto. Ábrelo de nuevo desde el correo.',
      'Ce lien est incomplet. Rouvrez-le depuis l’e-mail.',
    ],
    [
      '/auth/verify/made-up',
      'that its link is invalid or expired',
      'This verification link is invalid or has expired.',
      'Este enlace de verificación no es válido o ha caducado.',
      'Ce lien de vérification est invalide ou a expiré.',
    ],
  ])('%s says %s', async (page, _, ...words) => {
    for (const [index, locale] of locales.entries()) {
      const answer = await worker.fetch(`/${locale}${page}`)
      const html = await answer.text()
      const main = /<main[\s\S]*<\/main>/
        .exec(html)?.[0]
        .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      const texts = main?.split(/<[^>]*>/).map((text) => text.trim().replaceAll('&#39;', "'"))
      expect([answer.status, texts]).toEqual([200, expect.arrayContaining([words[index]])])
    }
  })
})
