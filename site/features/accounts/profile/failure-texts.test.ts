import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GenericSchema } from 'valibot'
import { failureText } from '#site/lib/failure-text.ts'
import { collectValidationErrors } from '#site/ui/fields/resolver.ts'
import { createSessionStore } from '#site/lib/session/session.store.ts'
import { createApi, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { useMessagesIn } from '#tests/support/drivers/locale.ts'
import type { Locale } from '#worker/locale/locales.ts'
import {
  PasswordResetForm,
  SignupForm,
  type SettingsView,
} from '#worker/features/accounts/contract.ts'
import { StreamingAccountInput } from '#worker/features/directory/streamers/my-contract.ts'
import type { Words } from '#tests/support/tables/failure-texts.ts'
import { createAccountStore } from './account.store.ts'
import { createDevicesStore } from './devices.store.ts'
import { createMyDataStore } from './my-data.store.ts'
import { createMyProposalsStore } from '#site/features/moderation/my-proposals/my-proposals.store.ts'
import { createMyStreamerStore } from '../streamer-profile/my-streamer.store.ts'
import { createNotificationPreferencesStore } from '#site/features/notifications/preferences/notification-preferences.store.ts'
import { createSettingsStore } from '../settings/settings.store.ts'
import { createSignInStore } from './sign-in.store.ts'

const settings = {
  profile: { username: 'ana', email: 'ana@example.com' },
  interface_language_code: 'en',
  timezone_name: 'Europe/Paris',
  date_format_id: 'dmy',
  chosen: { time_zone: true, date_format: true, hour_cycle: true },
  hour_cycle: 'h23',
  is_marketing: null,
  discord: { webhook_hint: 'abcd', is_disabled: false },
} as SettingsView
const channel = { id: 7, platform: 'youtube', name: 'ana' } as const
const device = { id: 7, is_current: false } as never
const reaching = {
  channels: [],
  kinds: [{ kind: 'reminder', channels: [{ channel: 'email', is_enabled: true }] }],
  streamers: [{ id: 7, is_enabled: true }],
  games: [{ id: 7, is_enabled: true }],
} as never

/** The stores of the pages on a server that answers so; `said` is what people hear. */
function standOn(answer: () => Promise<Response>) {
  const said: string[] = []
  const api: Api = createApi({
    fetch: answer,
    readCookie: () => 'token',
    now: Date.now,
    language: () => 'en',
    unknownError: () => m.error_internal_error(),
    notSignedIn: () => m.error_unauthenticated(),
    exclusively: (run) => run(),
    onRefresh: () => undefined,
    onSessionEnd: () => undefined,
    onLeave: () => undefined,
  })
  const voice = {
    showSuccess: (text: string) => void said.push(text),
    showError: (text: string) => void said.push(text),
  }
  const profile = createSettingsStore({ api, settings, onSettings: () => undefined, ...voice })
  return {
    said,
    api,
    profile,
    account: createAccountStore({
      api,
      settings: profile,
      onPasswordChange: () => undefined,
      ...voice,
    }),
    data: createMyDataStore({
      api,
      keepFile: vi.fn(),
      onDeleted: vi.fn(),
      fetchPicture: vi.fn(),
      ...voice,
    }),
    devices: createDevicesStore({ api, first: { items: [device] }, onLeave: vi.fn(), ...voice }),
    proposals: createMyProposalsStore(api, 'upcoming', []),
    reach: createNotificationPreferencesStore({ api, first: reaching, ...voice }),
    signIn: createSignInStore({
      api,
      first: { items: [], has_password: true, has_passkey: false, available: ['google', 'twitch'] },
      authorize: async ({ provider, intent }) => {
        await api.get('auth/:provider/authorize', { params: { provider }, query: { intent } })
      },
      ...voice,
    }),
    streamer: createMyStreamerStore({
      api,
      first: { streamer: null, items: [channel as never] },
      ...voice,
    }),
  }
}
type Stand = ReturnType<typeof standOn>

const answers = {
  'no answer': () => Promise.reject(new TypeError('Failed to fetch')),
  'no JSON': async () => new Response('<html>'),
  'no JSON and a failure': async () => new Response('<html>', { status: 502 }),
  'a refusal in its own words': async () => Response.json({ msg: 'Words.' }, { status: 409 }),
  'new settings': async () => Response.json({ ...settings, timezone_name: 'Asia/Tokyo' }),
}

type Row = [what: string, on: keyof typeof answers, act: (on: Stand) => unknown, ...words: Words]

const wanted = { timezone_name: 'Asia/Tokyo' }
const picture = new Blob(['x'], { type: 'image/webp' })
const google = { provider: 'google', intent: 'link', next: '/' } as const

/** Messages that follow each other are joined by a stroke. */
const rows: Row[] = [
  [
    'settings that are saved',
    'new settings',
    ({ profile }) => profile.save(wanted),
    'Success: Your settings have been updated',
    'Listo. Tus ajustes se han actualizado',
    'C’est fait. Vos paramètres ont été mis à jour',
  ],
  [
    'settings that are not',
    'no answer',
    ({ profile }) => profile.save(wanted),
    'Error: Couldn’t update your settings',
    'Error. No se han podido actualizar tus ajustes',
    'Erreur. Impossible de mettre à jour vos paramètres',
  ],
  [
    'settings that are refused',
    'a refusal in its own words',
    ({ profile }) => profile.save(wanted),
    'Error: Words.',
    'Error. Words.',
    'Erreur. Words.',
  ],
  [
    'an answer that cannot be read',
    'no JSON',
    ({ profile }) => profile.save(wanted),
    'Error: Invalid response received from the server',
    'Error. El servidor ha enviado una respuesta no válida',
    'Erreur. Le serveur a envoyé une réponse non valide',
  ],
  [
    'a failure that says nothing',
    'no JSON and a failure',
    ({ profile }) => profile.save(wanted),
    'Error: An unknown error occurred',
    'Error. Se ha producido un error desconocido',
    'Erreur. Une erreur inconnue est survenue',
  ],
  [
    'marketing',
    'no answer',
    ({ profile }) => profile.setMarketing(true),
    'Failed to update marketing preference',
    'No se ha podido cambiar el ajuste de novedades y sugerencias',
    'Impossible de modifier «\u00a0Actualités et suggestions\u00a0»',
  ],
  [
    'the Discord webhook',
    'no answer',
    ({ profile }) => profile.removeWebhook(),
    'Couldn’t update the Discord webhook',
    'No se ha podido actualizar el webhook de Discord',
    'Impossible de mettre à jour le webhook Discord',
  ],
  [
    'a picture that is not uploaded',
    'no answer',
    ({ account }) => account.uploadAvatar(picture),
    'Couldn’t upload the avatar',
    'No se ha podido subir la foto de perfil',
    'Impossible d’envoyer la photo de profil',
  ],
  [
    'a picture that is not removed',
    'no answer',
    ({ account }) => account.removeAvatar(),
    'Couldn’t remove the avatar',
    'No se ha podido quitar la foto de perfil',
    'Impossible de retirer la photo de profil',
  ],
  [
    'a verification mail',
    'no answer',
    ({ account }) => account.resendVerification(),
    'An unexpected error occurred',
    'Se ha producido un error inesperado',
    'Une erreur inattendue est survenue',
  ],
  [
    'an account that is not removed, and then not read again',
    'no answer',
    ({ streamer }) => streamer.remove(channel),
    'Couldn’t remove the channel | Couldn’t load your channels',
    'No se ha podido quitar el canal | No se han podido cargar tus canales',
    'Impossible de retirer la chaîne | Impossible de charger vos chaînes',
  ],
  [
    'a provider that is not connected',
    'no answer',
    ({ signIn }) => signIn.connect(google),
    'Couldn’t connect Google',
    'No se ha podido conectar Google',
    'Impossible de connecter Google',
  ],
  [
    'a provider that is not disconnected, and then not read again',
    'no answer',
    ({ signIn }) => signIn.disconnect('twitch'),
    'Couldn’t disconnect Twitch | Couldn’t load your connected accounts',
    'No se ha podido desconectar Twitch | No se han podido cargar tus cuentas conectadas',
    'Impossible de déconnecter Twitch | Impossible de charger vos comptes connectés',
  ],
  [
    'one’s own events',
    'no answer',
    async ({ proposals, said }) => {
      await proposals.load('past')
      said.push(proposals.$list.get().failure)
    },
    'Couldn’t load your events',
    'No se han podido cargar tus propuestas',
    'Impossible de charger vos événements',
  ],
  [
    'notification settings',
    'no answer',
    ({ reach }) => reach.reload(),
    'Couldn’t load your notification settings',
    'No se han podido cargar tus ajustes de notificaciones',
    'Impossible de charger vos paramètres de notification',
  ],
  [
    'a notification channel',
    'no answer',
    ({ reach }) => reach.turnChannel('reminder', 'email', false),
    'Couldn’t update this notification',
    'No se ha podido cambiar esta notificación',
    'Impossible de modifier cette notification',
  ],
  [
    'a streamer’s notifications',
    'no answer',
    ({ reach }) => reach.turnFollowed('streamers', 7, false),
    'Couldn’t update notifications for this streamer',
    'No se han podido cambiar las notificaciones de este streamer',
    'Impossible de modifier les notifications de ce streamer',
  ],
  [
    'a game’s notifications',
    'no answer',
    ({ reach }) => reach.turnFollowed('games', 7, false),
    'Couldn’t update notifications for this game',
    'No se han podido cambiar las notificaciones de este juego',
    'Impossible de modifier les notifications de ce jeu',
  ],
  [
    'a digest',
    'no answer',
    ({ reach }) => reach.setDigest('daily'),
    'Couldn’t change the digest',
    'No se ha podido cambiar el resumen',
    'Impossible de modifier le résumé',
  ],
  [
    'quiet hours',
    'no answer',
    ({ reach }) => reach.setQuietHours({ from: '22:00', to: '08:00' }),
    'Couldn’t change quiet hours',
    'No se ha podido cambiar el horario de «No molestar»',
    'Impossible de modifier la plage «\u00a0Ne pas déranger\u00a0»',
  ],
  [
    'a device',
    'no answer',
    ({ devices }) => devices.signOut(device),
    'Couldn’t log out that device',
    'No se ha podido cerrar la sesión de ese dispositivo',
    'Impossible de déconnecter cet appareil',
  ],
  [
    'one’s own data',
    'no answer',
    ({ data }) => data.download(),
    'Couldn’t download your data',
    'No se han podido descargar tus datos',
    'Impossible de télécharger vos données',
  ],
]

let reader: Locale = 'en'
afterEach(() => void vi.restoreAllMocks())

/** In the order of the words that rows state. */
const statedLocales: Locale[] = ['en', 'es', 'fr']

async function inEach<Found>(find: (locale: Locale) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const locale of statedLocales) {
    reader = locale
    found.push(await find(locale))
  }
  return found
}

const noGamification = { loadStats: async () => undefined, clear: () => undefined }

describe('a store of the profile says', () => {
  beforeAll(() => useMessagesIn(() => reader))

  test.each(rows)('of %s, on %s', async (_, on, act, ...words) => {
    const said = await inEach(async () => {
      const stand = standOn(answers[on])
      await act(stand)
      return stand.said.join(' | ')
    })
    expect(said).toEqual(words)
  })

  test('of what nobody foresaw, as of a cookie that does not come with the answer', async () => {
    vi.useFakeTimers()
    const said = await inEach(async () => {
      const { api } = standOn(async () => Response.json({}))
      const session = createSessionStore({
        api,
        gamification: noGamification,
        readToken: () => undefined,
        forgetToken: () => undefined,
        onSettings: () => undefined,
        onScopes: () => undefined,
      })
      const text = session.login('ana', 'secret').catch((error: unknown) => failureText(error))
      await vi.advanceTimersByTimeAsync(10_000)
      return text
    })
    vi.useRealTimers()
    expect(said).toEqual([
      'An unexpected error occurred',
      'Se ha producido un error inesperado',
      'Une erreur inattendue est survenue',
    ])
  })
})

test('settings that cannot be fetched are logged and shown nowhere', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { api, said } = standOn(answers['no answer'])
  const session = createSessionStore({
    api,
    gamification: noGamification,
    readToken: () => 'token',
    forgetToken: () => undefined,
    onSettings: () => undefined,
    onScopes: () => undefined,
  })
  await session.settle()
  expect(log.mock.calls.map(([text]) => text)).toEqual(['Failed to fetch user settings'])
  expect(said).toEqual([])
})

const person = { name: 'ana', email: 'ana@example.com', password: 'a long password' }
const signup = { ...person, confirmation: person.password }

describe('a form says beside its field', () => {
  test.each<[what: string, GenericSchema, values: object, field: string, ...words: Words]>([
    [
      'an address that is none',
      SignupForm,
      { ...signup, email: 'nowhere' },
      'email',
      'Invalid email address: it has an @, like name@example.com',
      'Dirección de correo no válida: lleva una @, como nombre@ejemplo.com',
      'Adresse e-mail invalide\u00a0: elle contient un @, comme nom@exemple.com',
    ],
    [
      'no confirmation at sign-up',
      SignupForm,
      { ...signup, confirmation: '' },
      'confirmation',
      'Please confirm your password',
      'Confirma tu contraseña',
      'Confirmez votre mot de passe',
    ],
    [
      'another confirmation at sign-up',
      SignupForm,
      { ...signup, confirmation: 'another' },
      'confirmation',
      'Passwords do not match',
      'Las contraseñas no coinciden',
      'Les mots de passe ne correspondent pas',
    ],
    [
      'another confirmation at a reset',
      PasswordResetForm,
      { ...signup, confirmation: 'another' },
      'confirmation',
      "Passwords don't match",
      'Las contraseñas no coinciden',
      'Les mots de passe ne correspondent pas',
    ],
    [
      'a username of two letters',
      SignupForm,
      { ...signup, name: 'an' },
      'name',
      'At least 3 characters',
      'Al menos 3 caracteres',
      'Au moins 3 caractères',
    ],
    [
      'a username with a space',
      SignupForm,
      { ...signup, name: 'ana b' },
      'name',
      'Only letters, numbers, hyphens and underscores',
      'Solo letras, números, guiones y guiones bajos',
      'Lettres, chiffres, tirets et tirets bas (_) uniquement',
    ],
    [
      'a password of seven characters',
      PasswordResetForm,
      { password: '1234567', confirmation: '1234567' },
      'password',
      'At least 8 characters',
      'Al menos 8 caracteres',
      'Au moins 8 caractères',
    ],
    [
      'no name of a YouTube account',
      StreamingAccountInput,
      { platform: 'youtube', name: ' ' },
      'name',
      'YouTube URL name required',
      'El nombre en la URL de YouTube es obligatorio',
      'Nom dans l’URL YouTube obligatoire',
    ],
  ])('of %s', async (_, schema, values, field, ...words) => {
    const faults = await inEach(async (locale) => collectValidationErrors(schema, values, locale))
    expect(faults).toEqual(words.map((text) => ({ [field]: text })))
  })
})
