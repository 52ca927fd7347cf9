/** In English, Spanish and French, word for word: a wrong message is then found. */
export type Words = [en: string, es: string, fr: string]

const tryAgain: Words = [
  'An error occurred. Please try again.',
  'Se ha producido un error. Inténtalo de nuevo.',
  'Une erreur est survenue. Réessayez.',
]
const commonPassword: Words = [
  'This password is among the first that attackers try: choose another',
  'Esta contraseña es de las primeras que prueban los atacantes: elige otra',
  'Ce mot de passe est parmi les premiers que les pirates essaient\u00a0: choisissez-en un autre',
]
const email = 'nobody@example.com'
const password = 'a long password'

type FormPage = {
  path: string
  /** What is typed, by the fields' names. */
  fields: Record<string, string>
  /** What the form says when no answer comes. */
  unanswered: Words
  /** What the page says when one does. */
  answered: Words
}

/** Pages that are one form. */
export const formPages: FormPage[] = [
  {
    path: '/login',
    fields: { username: 'admin', password },
    unanswered: ['Login failed', 'No se ha podido iniciar sesión', 'Échec de la connexion'],
    answered: [
      'Wrong username or password.',
      'Usuario o contraseña incorrectos.',
      'Nom d’utilisateur ou mot de passe incorrect.',
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
      `If an account has the address ${email}, a link is on its way to it. It works once, for an hour.`,
      `Si alguna cuenta tiene la dirección ${email}, le llegará un enlace. Sirve una sola vez y durante una hora.`,
      `Si un compte utilise l’adresse ${email}, un lien vient d’y être envoyé. Il sert une seule fois, pendant une heure.`,
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
      `If an account has the address ${email}, a link is on its way to it. Nothing is deleted until you confirm there. It works once, for an hour.`,
      `Si alguna cuenta tiene la dirección ${email}, le llegará un enlace. No se elimina nada hasta que lo confirmes allí. Sirve una sola vez y durante una hora.`,
      `Si un compte utilise l’adresse ${email}, un lien vient d’y être envoyé. Rien n’est supprimé avant que vous le confirmiez. Il sert une seule fois, pendant une heure.`,
    ],
  },
]

/** What a form says to an answer that is no JSON, by its status. */
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

/** What the page says that a provider leads back to: by the address and by the server’s answer, if any. */
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
    'Error al obtener los datos',
    'Erreur lors de la récupération des données',
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
    'Failed to add the event to Google Calendar',
    'No se pudo añadir el evento a Google Calendar',
    'Impossible d’ajouter l’événement à Google Agenda',
  ],
  outlook: [
    'Failed to add the event to Outlook',
    'No se pudo añadir el evento a Outlook',
    'Impossible d’ajouter l’événement à Outlook',
  ],
  ical: [
    'Failed to download the calendar file',
    'No se pudo descargar el archivo de calendario',
    'Impossible de télécharger le fichier d’agenda',
  ],
}

type ProfileForm = {
  section: string
  /** Among the section's forms; the first one where there is no more. */
  form?: number
  fields: Record<string, string>
  unanswered: Words
}

/** The profile’s forms, without a streamer profile. */
export const profileForms: ProfileForm[] = [
  {
    section: 'account',
    fields: { username: 'another-name' },
    unanswered: [
      'The username could not be changed',
      'No se ha podido cambiar el nombre de usuario',
      'Le nom d’utilisateur n’a pas pu être changé',
    ],
  },
  {
    section: 'account',
    form: 1,
    fields: { email: 'another@example.com', password },
    unanswered: [
      'The e-mail address could not be changed',
      'No se ha podido cambiar la dirección de correo',
      'L’adresse e-mail n’a pas pu être changée',
    ],
  },
  {
    section: 'password',
    fields: { current_password: password, password, confirmation: password },
    unanswered: [
      'The password could not be changed',
      'No se ha podido cambiar la contraseña',
      'Le mot de passe n’a pas pu être changé',
    ],
  },
  {
    section: 'discord',
    fields: { url: `https://discord.com/api/webhooks/123456789/${'a'.repeat(40)}` },
    unanswered: [
      'The Discord webhook could not be updated',
      'No se ha podido actualizar el webhook de Discord',
      'Le webhook Discord n’a pas pu être mis à jour',
    ],
  },
  {
    section: 'streamer',
    fields: { display_name: 'On Stage' },
    unanswered: [
      'The streamer profile could not be created',
      'No se ha podido crear el perfil de streamer',
      'Le profil de streamer n’a pas pu être créé',
    ],
  },
]

/** Those that a streamer profile adds. */
export const streamerForms: ProfileForm[] = [
  {
    section: 'streamer',
    fields: { display_name: 'Another Stage' },
    unanswered: [
      'The streamer name could not be updated',
      'No se ha podido actualizar el nombre de streamer',
      'Le nom de streamer n’a pas pu être mis à jour',
    ],
  },
  {
    section: 'streamer',
    form: 1,
    fields: { name: 'on_stage' },
    unanswered: [
      'The account could not be added',
      'No se ha podido añadir la cuenta',
      'Le compte n’a pas pu être ajouté',
    ],
  },
]

/** Of the preferences: their titles included. */
export const preferences: Record<'unchanged' | 'unanswered' | 'saved', Words> = {
  unchanged: [
    'No changes to update',
    'No hay cambios que guardar',
    'Aucune modification à enregistrer',
  ],
  unanswered: [
    'Error: Your settings could not be updated',
    'Error: No se han podido actualizar tus preferencias',
    'Erreur\u00a0: Vos préférences n’ont pas pu être mises à jour',
  ],
  saved: [
    'Success: Your settings have been updated',
    'Listo: Tus preferencias se han actualizado',
    'C’est fait\u00a0: Vos préférences ont été mises à jour',
  ],
}
