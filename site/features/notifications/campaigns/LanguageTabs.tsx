import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'

type Props = {
  language: AcceptedLocale
  isWritten: (language: AcceptedLocale) => boolean
  onLanguage: (language: AcceptedLocale) => void
}

export function LanguageTabs({ language, isWritten, onLanguage }: Props) {
  return (
    <div className="tabs campaign-languages" role="group" aria-label={m.campaign_languages()}>
      {acceptedLocales.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === language}
          onClick={() => onLanguage(one)}
        >
          {nativeLanguageName(one)}
          <span>
            {isWritten(one) ? m.campaign_language_written() : m.campaign_language_empty()}
          </span>
        </button>
      ))}
    </div>
  )
}
