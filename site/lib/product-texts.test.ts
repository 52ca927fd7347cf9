import { expect, test } from 'vitest'
import { m } from '#messages'

type Text = (inputs: { path: string }, options: { locale: 'en' | 'es' | 'fr' }) => string

/** The product's own sentences, letter for letter: apostrophes are straight in these and in no others. */
const sentences: [sentence: string, message: Text][] = [
  ["Sorry, you don't have permission to access this page", m.unauthorized_text],
  ["Passwords don't match", m.validation_reset_mismatch],
  ['Passwords do not match', m.validation_password_mismatch],
  ['Please confirm your password', m.validation_password_confirmation],
  ['Invalid email address', m.validation_email],
  ['YouTube URL name required', m.validation_youtube_name_required],
  ['No changes to update', m.profile_no_changes],
  ['Login failed', m.login_failed],
  ['Signup failed', m.signup_failed],
  ['An unexpected error occurred', m.unexpected_error],
  ['An unknown error occurred', m.error_internal_error],
  ['An error occurred. Please try again.', m.reset_failed],
  ['Invalid response received from the server', m.invalid_response],
  ['Failed to toggle hype', m.hype_failed],
  ['Failed to update marketing preference', m.marketing_failed],
  ['Oops! Stream Interrupted', m.error_title],
  ['Page not found: {path}', m.error_not_found_path],
  ['Go Home', m.error_go_home],
  ['Go Back', m.error_go_back],
  ['No results found', m.no_results],
  ['Search...', m.search_placeholder],
]

test.each(sentences)('the product says “%s”', (sentence, message) => {
  expect(message({ path: '{path}' }, { locale: 'en' })).toBe(sentence)
})

test('the same sentences keep typographic apostrophes in Spanish and French', () => {
  for (const [, message] of sentences) {
    for (const locale of ['es', 'fr'] as const) {
      expect(message({ path: '{path}' }, { locale })).not.toContain("'")
    }
  }
})
