import type { KeptStatement, PolicyStatement } from '#worker/db/personal-columns.ts'
import type { AccountMailKind, NoticeKind } from '#worker/features/notifications/kinds.ts'

export type Sentence = { en: string; es: string; fr: string }

/** How the row of each statement begins in the privacy policy. */
export const policySentences: Record<PolicyStatement, Sentence> = {
  account: {
    en: '| Username, email address',
    es: '| Nombre de usuario, correo',
    fr: '| Pseudo, adresse e-mail',
  },
  password: { en: '| Password, only', es: '| Contraseña, solo', fr: '| Mot de passe, uniquement' },
  passkeys: { en: '| Passkeys: ', es: '| Llaves de acceso: ', fr: '| Clés d’accès' },
  identities: {
    en: '| Accounts you connect',
    es: '| Cuentas que conectas',
    fr: '| Comptes que vous connectez',
  },
  settings: {
    en: '| Language, time zone, formats, display, who may see you where, welcome steps, avatar',
    es: '| Idioma, zona horaria, formatos, visualización, quién te ve y dónde, pasos de bienvenida',
    fr: '| Langue, fuseau, formats, affichage, qui peut vous voir et où, étapes d’accueil',
  },
  interests: {
    en: '| Hypes, follows, notification settings',
    es: '| Hypes, lo que sigues, tus ajustes de notificaciones',
    fr: '| Hypes, pages suivies, paramètres de notification',
  },
  digest: {
    en: '| Daily or weekly digest and quiet hours, if you set them; what you hide',
    es: '| Resumen diario o semanal y horario de «No molestar», si los eliges; lo que ocultas',
    fr: '| Résumé quotidien ou hebdomadaire et heures calmes, si vous les réglez',
  },
  messages: {
    en: '| Notifications we sent or tried to send',
    es: '| Notificaciones enviadas o intentadas',
    fr: '| Notifications envoyées ou tentées',
  },
  mailProblems: {
    en: '| Addresses that returned our emails',
    es: '| Direcciones que devolvieron nuestros correos',
    fr: '| Adresses qui ont retourné nos e-mails',
  },
  proposals: {
    en: '| Proposals, your notes on them, your answers about taking part, what was decided',
    es: '| Propuestas, tus notas, tus respuestas sobre si participas y lo que se decidió',
    fr: '| Propositions, vos notes, vos réponses sur votre participation et décisions prises',
  },
  articles: {
    en: '| Articles you write for the site',
    es: '| Artículos que escribes para el sitio',
    fr: '| Articles que vous écrivez pour le site',
  },
  reports: {
    en: '| Reports you send',
    es: '| Denuncias que envías',
    fr: '| Signalements que vous envoyez',
  },
  images: {
    en: '| Images you upload',
    es: '| Las imágenes que subes',
    fr: '| Images que vous envoyez',
  },
  rewards: {
    en: '| XP, trust score, achievements, and what brought them',
    es: '| XP, puntuación de confianza, logros y lo que los dio',
    fr: '| XP, score de confiance, succès et ce qui les a donnés',
  },
  streamer: {
    en: '| Streamer profile and channels',
    es: '| Perfil de streamer y canales',
    fr: '| Profil de streamer et chaînes',
  },
  sessions: {
    en: '| Sessions: when, which browser, and when you last confirmed that it’s you',
    es: '| Sesiones: cuándo, con qué navegador y cuándo confirmaste por última vez que eres tú',
    fr: ' quand, avec quel navigateur, et votre dernière confirmation d’identité',
  },
  codes: {
    en: '| Requests for a login code',
    es: '| Solicitudes de un código de acceso',
    fr: '| Demandes d’un code de connexion',
  },
  security: {
    en: '| Security log: ',
    es: '| Registro de seguridad: ',
    fr: '| Journal de sécurité',
  },
  moderation: {
    en: '| Moderation log: ',
    es: '| Registro de moderación: ',
    fr: '| Journal de modération',
  },
  marketing: {
    en: '| Whether you want news by email, when and how you said so, and the words you read',
    es: '| Si quieres novedades por correo, cuándo y cómo lo dijiste y el texto que leíste',
    fr: '| Votre souhait de recevoir des actualités par e-mail, quand et comment, et le texte lu',
  },
  discord: { en: '| Discord webhook', es: '| Webhook de Discord', fr: '| Webhook Discord' },
  appeals: {
    en: '| Appeals you send against decisions, and the answers',
    es: '| Recursos que envías contra decisiones, y las respuestas',
    fr: '| Recours que vous envoyez contre des décisions, et les réponses',
  },
  push: {
    en: '| Push subscription of a device and its browser',
    es: '| Suscripción push de un dispositivo y su navegador',
    fr: '| Abonnement push d’un appareil et son navigateur',
  },
  calendars: {
    en: '| Personal calendar links, if you create one, and when each was last used',
    es: '| Enlaces de calendario personales, si creas alguno, y su último uso',
    fr: '| Liens de calendrier personnels, si vous en créez, et leur dernière utilisation',
  },
  schedule: {
    en: '| URL of a calendar you import',
    es: '| URL de un calendario que importas',
    fr: '| URL d’un calendrier que vous importez',
  },
  backups: { en: '- Backups: ', es: '- Copias de seguridad: ', fr: '- Sauvegardes' },
}

/** How each paragraph about what stays begins on the data deletion page. */
export const keptSentences: Record<KeptStatement, Sentence> = {
  events: {
    en: '- **Approved events** that you proposed, with the images shown on them.',
    es: '- **Los eventos aprobados** que propusiste, con las imágenes que muestran.',
    fr: '- **Les événements approuvés** que vous avez proposés, avec les images qu’ils montrent.',
  },
  log: {
    en: '- **The moderation log** ',
    es: '- **El registro de moderación** ',
    fr: '- **Le journal de modération** ',
  },
  reports: {
    en: '- **Reports** of yours that are still open, without your name',
    es: '- **Las denuncias** tuyas que sigan abiertas, sin tu nombre',
    fr: '- **Les signalements** encore ouverts, sans votre nom',
  },
  security: {
    en: '- **The security log** ',
    es: '- **El registro de seguridad** ',
    fr: '- **Le journal de sécurité** ',
  },
  mailProblems: {
    en: '- **An address that returned our emails** stays for 2 years, as a keyed hash',
    es: '- **Una dirección que devolvió nuestros correos** se conserva 2 años, como hash con clave',
    fr: '- **Une adresse qui a renvoyé nos e-mails** reste 2 ans, sous forme d’empreinte à clé',
  },
  articles: {
    en: '- **Articles** that you wrote for the site, signed by the site',
    es: '- **Los artículos** que escribiste para el sitio, firmados por el sitio',
    fr: '- **Les articles** que vous avez écrits pour le site, signés par le site',
  },
  channels: {
    en: '- **Public facts about a channel.** ',
    es: '- **Los datos públicos de un canal.** ',
    fr: '- **Les informations publiques d’une chaîne.** ',
  },
  backups: {
    en: 'a list of the numbers of deleted accounts',
    es: 'una lista con los números de las cuentas eliminadas',
    fr: 'une liste des numéros des comptes supprimés',
  },
}

/** Where anybody may see a name or a face; the policy's words for each. */
export const publicPlaces = {
  leaderboard: {
    en: 'on the leaderboard, with your level and XP, from the day we told you so',
    es: 'en la clasificación, con tu nivel y tus XP, desde que te lo contamos',
    fr: 'au classement, avec votre niveau et vos XP, à partir du jour où nous vous l’avons dit',
  },
  hypes: {
    en: 'on the pages of events you hype, if you choose to be shown there',
    es: 'en las páginas de los eventos a los que das hype, si lo activas',
    fr: 'sur les pages des événements que vous hypez, si vous l’activez',
  },
  articles: {
    en: 'as your username alone, on articles you write for the site',
    es: 'en los artículos que escribas para el sitio, solo el nombre de usuario',
    fr: 'sur les articles que vous écrivez pour le site, le pseudo seul',
  },
  streamer: {
    en: 'on a streamer profile you create, with what you put there',
    es: 'en el perfil de streamer que crees, con lo que pongas en él',
    fr: 'sur le profil de streamer que vous créez, avec ce que vous y mettez',
  },
} satisfies Record<string, Sentence>

type PublicPlace = keyof typeof publicPlaces
const own = 'shown to the member alone'
const team = 'shown to the team alone'
const mail = 'in a message to the member'
const written = 'compared or written, not shown'

/** Each file of the worker that reads a name or a face: its place, or why it is none. */
export const nameReaders: Record<string, PublicPlace | { reason: string }> = {
  'gamification/leaderboard/leaderboard.ts': 'leaderboard',
  'pages/hype-faces.ts': 'hypes',
  'articles/articles.ts': 'articles',
  'events/event-people.ts': 'streamer',
  'directory/streamers/streamer-rows.ts': 'streamer',
  'accounts/onboarding/suggestions.ts': 'streamer',
  'directory/followed-channels/followed-channels.ts': 'streamer',
  'notifications/shown-events/shown-events.ts': 'streamer',
  'audit/subjects.ts': { reason: 'shown to the team and to whoever reported it' },
  'articles/article-drafts.ts': { reason: team },
  'articles/edit-articles.ts': { reason: written },
  'directory/streamers/admin-streamer-rows.ts': { reason: team },
  'moderation/decisions/appeals.ts': { reason: team },
  'directory/streamers/admin-streamers.ts': { reason: team },
  'moderation/audit/audit-log.ts': { reason: team },
  'moderation/members/member-rows.ts': { reason: team },
  'moderation/proposals/decisions.ts': { reason: team },
  'moderation/proposals/proposal-lists.ts': { reason: team },
  'moderation/proposals/proposal-rows.ts': { reason: team },
  'moderation/reports/report-rows.ts': { reason: team },
  'notifications/campaigns/campaign-rows.ts': { reason: team },
  'operations/failed-delivery-rows.ts': { reason: team },
  'operations/security-log/list-security-events.ts': { reason: team },
  'notifications/delivery/claim.ts': { reason: mail },
  'accounts/codes/mail-code.ts': { reason: mail },
  'accounts/settings.ts': { reason: own },
  'accounts/profile/avatar.ts': { reason: own },
  'accounts/profile/export-parts.ts': { reason: own },
  'accounts/profile/export.ts': { reason: own },
  'accounts/profile/profile.ts': { reason: own },
  'accounts/passkeys/add-passkey.ts': { reason: own },
  'accounts/passkeys/passkeys.ts': { reason: own },
  'notifications/preferences/preferences.ts': { reason: own },
  'accounts/password.ts': { reason: written },
  'accounts/profile/erase-member.ts': { reason: written },
  'accounts/profile/leave.ts': { reason: written },
  'accounts/reset.ts': { reason: written },
  'accounts/verify.ts': { reason: written },
  'gamification/ledger/completion.ts': { reason: written },
  'media/uploads/upload-rows.ts': { reason: written },
}

/** Each part of an answer to visitors that has a name or a face of somebody: its place. */
export const publicViews: Record<string, PublicPlace> = {
  'LeaderboardEntry.username': 'leaderboard',
  'LeaderboardEntry.avatar_url': 'leaderboard',
  'ArticleSummary.author': 'articles',
  'Channel.avatar_path': 'streamer',
  'Participant.avatar_path': 'streamer',
  'StreamerSummary.avatar_path': 'streamer',
}

const password = { en: 'password', es: 'contraseña', fr: 'mot de passe' }
const address = { en: 'change of address', es: 'cambio de dirección', fr: 'changement d’adresse' }
const verification = { en: 'verification', es: 'verificación', fr: 'vérification' }
const login = { en: 'login', es: 'acceso', fr: 'connexion' }

/** Mails that nobody can switch off; what the policy says of each. */
export const unstoppableMails: Record<
  AccountMailKind | (typeof NoticeKind.options)[number] | 'service_notice',
  Sentence
> = {
  verify_email: verification,
  account_exists: verification,
  reset_password: password,
  password_changed: password,
  change_email: address,
  email_change_asked: address,
  sign_in_method_changed: login,
  session_revoked: login,
  delete_account: { en: 'deletion', es: 'eliminación', fr: 'suppression' },
  confirm_marketing: {
    en: 'your answer about news',
    es: 'tu respuesta sobre las novedades',
    fr: 'votre réponse au sujet des actualités',
  },
  inactive_account: {
    en: 'an account that nobody uses',
    es: 'una cuenta que nadie usa',
    fr: 'compte inutilisé',
  },
  moderation_decision: {
    en: 'decisions about you',
    es: 'las decisiones sobre ti',
    fr: 'les décisions qui vous concernent',
  },
  report_answer: {
    en: 'answers to your reports and appeals',
    es: 'las respuestas a tus denuncias y recursos',
    fr: 'les réponses à vos signalements et recours',
  },
  service_notice: {
    en: 'messages to all members',
    es: 'los mensajes para todos los miembros',
    fr: 'les messages à tous les membres',
  },
}
