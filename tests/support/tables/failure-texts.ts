/** In English, Spanish and French, word for word: a wrong message is then found. */
export type Words = [en: string, es: string, fr: string]

const tryAgain: Words = [
  'An error occurred. Please try again.',
  'Se ha producido un error. Inténtalo de nuevo.',
  'Une erreur est survenue. Réessayez.',
]
const commonPassword: Words = [
  'This password is too common',
  'Esta contraseña es demasiado común',
  'Ce mot de passe est trop courant',
]
const email = 'nobody@example.com'
const password = 'a long password'

type FormPage = {
  path: string
  /** Typed text by field name. */
  fields: Record<string, string>
  /** The form’s words when no answer comes. */
  unanswered: Words
  /** The page’s words when one does. */
  answered: Words
}

/** Pages that are one form. */
export const formPages: FormPage[] = [
  {
    path: '/login',
    fields: { username: 'admin', password },
    unanswered: ['Login failed', 'No se ha podido iniciar sesión', 'Échec de la connexion'],
    answered: [
      'Wrong username or password. If you’ve just signed up, first open the link in our email.',
      'Usuario o contraseña incorrectos. Si acabas de crear la cuenta, abre primero el enlace de nuestro correo.',
      'Pseudo ou mot de passe incorrect. Si vous venez de vous inscrire, ouvrez d’abord le lien de notre e-mail.',
    ],
  },
  {
    path: '/signup',
    fields: { name: 'nobody', email, password: 'password1', confirmation: 'password1' },
    unanswered: ['Signup failed', 'No se ha podido crear la cuenta', 'Échec de l’inscription'],
    answered: commonPassword,
  },
  {
    path: '/auth/reset-password',
    fields: { email },
    unanswered: tryAgain,
    answered: [
      `If ${email} belongs to an account, we’ve sent a link to it. The link works once, for one hour.`,
      `Si hay una cuenta con la dirección ${email}, hemos enviado un enlace a ese correo. Funciona una sola vez, durante una hora.`,
      `Si un compte utilise l’adresse ${email}, nous y avons envoyé un lien. Il fonctionne une seule fois, pendant une heure.`,
    ],
  },
  {
    path: '/auth/reset-password/made-up',
    fields: { password: 'password1', confirmation: 'password1' },
    unanswered: tryAgain,
    answered: commonPassword,
  },
  {
    path: '/data-deletion-request',
    fields: { email },
    unanswered: [
      'An unexpected error occurred',
      'Se ha producido un error inesperado',
      'Une erreur inattendue est survenue',
    ],
    answered: [
      `If ${email} belongs to an account, we’ve sent a link to it. Nothing is deleted until you confirm. The link works once, for one hour.`,
      `Si hay una cuenta con la dirección ${email}, hemos enviado un enlace a ese correo. No eliminaremos nada hasta que lo confirmes. El enlace funciona una sola vez, durante una hora.`,
      `Si un compte utilise l’adresse ${email}, nous y avons envoyé un lien. Rien n’est supprimé avant votre confirmation. Le lien fonctionne une seule fois, pendant une heure.`,
    ],
  },
]

/** A form’s words for an answer that is no JSON, by its status. */
export const oddAnswers: [status: number, ...words: Words][] = [
  [
    502,
    'An unknown error occurred',
    'Se ha producido un error desconocido',
    'Une erreur inconnue est survenue',
  ],
  [
    200,
    'Invalid response received from the server',
    'El servidor ha enviado una respuesta no válida',
    'Le serveur a envoyé une réponse non valide',
  ],
]

type Refusal = { status?: number; json: object }

/** The callback page’s words, by its address and by the server’s answer, if any. */
export const callbacks: [query: string, answer: Refusal | undefined, ...words: Words][] = [
  [
    '',
    undefined,
    'Authorization code not found',
    'No se ha encontrado el código de autorización',
    'Code d’autorisation introuvable',
  ],
  [
    '?code=c&state=s',
    { json: {} },
    'No data received',
    'No se han recibido datos',
    'Aucune donnée reçue',
  ],
  [
    '?code=c&state=s',
    { status: 422, json: { msg: '' } },
    'Error fetching data',
    'No se han podido obtener los datos',
    'Impossible de récupérer les données',
  ],
  [
    '?code=c&state=s',
    undefined,
    'Unexpected connection error',
    'Error de conexión inesperado',
    'Erreur de connexion inattendue',
  ],
]

/** By the calendar that an event could not be added to. */
export const calendarFailures: Record<string, Words> = {
  google: [
    'Couldn’t add the event to Google Calendar',
    'No se ha podido añadir el evento a Google Calendar',
    'Impossible d’ajouter l’événement à Google Agenda',
  ],
  outlook: [
    'Couldn’t add the event to Outlook',
    'No se ha podido añadir el evento a Outlook',
    'Impossible d’ajouter l’événement à Outlook',
  ],
  ical: [
    'Couldn’t download the calendar file',
    'No se ha podido descargar el archivo de calendario',
    'Impossible de télécharger le fichier de calendrier',
  ],
}

type ProfileForm = {
  section: string
  /** Among the section's forms; the first one where there is no more. */
  form?: number
  fields: Record<string, string>
  unanswered: Words
}

/** The form of the page of notifications. */
export const notificationForms: ProfileForm[] = [
  {
    section: 'discord',
    fields: { url: `https://discord.com/api/webhooks/123456789/${'a'.repeat(40)}` },
    unanswered: [
      'Couldn’t update the Discord webhook',
      'No se ha podido actualizar el webhook de Discord',
      'Impossible de mettre à jour le webhook Discord',
    ],
  },
]

/** The profile’s forms, without a streamer profile. */
export const profileForms: ProfileForm[] = [
  {
    section: 'account',
    fields: { username: 'another-name' },
    unanswered: [
      'Couldn’t change the username',
      'No se ha podido cambiar el nombre de usuario',
      'Impossible de changer le pseudo',
    ],
  },
  {
    section: 'account',
    form: 1,
    fields: { email: 'another@example.com', password },
    unanswered: [
      'Couldn’t change the email address',
      'No se ha podido cambiar la dirección de correo',
      'Impossible de changer l’adresse e-mail',
    ],
  },
  {
    section: 'password',
    fields: { current_password: password, password, confirmation: password },
    unanswered: [
      'Couldn’t change the password',
      'No se ha podido cambiar la contraseña',
      'Impossible de modifier le mot de passe',
    ],
  },
  {
    section: 'streamer',
    fields: { display_name: 'On Stage' },
    unanswered: [
      'Couldn’t create the streamer profile',
      'No se ha podido crear el perfil de streamer',
      'Impossible de créer le profil de streamer',
    ],
  },
]

/** Forms that a streamer profile adds. */
export const streamerForms: ProfileForm[] = [
  {
    section: 'streamer',
    fields: { display_name: 'Another Stage' },
    unanswered: [
      'Couldn’t save your streamer profile',
      'No se ha podido guardar tu perfil de streamer',
      'Impossible d’enregistrer votre profil de streamer',
    ],
  },
  {
    section: 'streamer',
    form: 1,
    fields: { name: 'on_stage' },
    unanswered: [
      'Couldn’t add the channel',
      'No se ha podido añadir el canal',
      'Impossible d’ajouter la chaîne',
    ],
  },
]

/** Messages with their titles. */
export const preferences: Record<'unchanged' | 'unanswered' | 'saved', Words> = {
  unchanged: [
    'No changes to update',
    'No hay cambios que guardar',
    'Aucune modification à enregistrer',
  ],
  unanswered: [
    'Error: Couldn’t update your settings',
    'Error. No se han podido actualizar tus ajustes',
    'Erreur. Impossible de mettre à jour vos paramètres',
  ],
  saved: [
    'Success: Your settings have been updated',
    'Listo. Tus ajustes se han actualizado',
    'C’est fait. Vos paramètres ont été mis à jour',
  ],
}
