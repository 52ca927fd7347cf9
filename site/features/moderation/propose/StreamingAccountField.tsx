import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ControlProps } from '#site/ui/fields/Field.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { useDebouncedSearch } from '#site/ui/fields/use-debounced-search.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'
import { parseAccount, findAccounts, toAccountSuggestion, type Account } from './find-accounts.ts'

type Props = {
  control: ControlProps
  /** The person's own verified accounts. */
  own: Account[]
  /** Listener of the typed or chosen name, with the platform where that is known. */
  onAccount: (name: string, platform: Draft['platform']) => void
}

/** A channel's name: one's own and those of known streamers are suggested, any other may be typed. */
export function StreamingAccountField({ control, own, onAccount }: Props) {
  const { getValues, watch, trigger } = useFormContext<Draft>()
  const [text, setText] = useState(getValues('streaming_account_name'))
  const platform = watch('platform')
  const { suggestions: found, status } = useDebouncedSearch(
    (typedText) => findAccounts(api, { text: typedText, platform, own }),
    text,
  )
  return (
    <SuggestionInput
      control={control}
      placeholder={m.propose_account_placeholder()}
      suggestions={text.trim() ? found : own.map(toAccountSuggestion)}
      status={status}
      text={text}
      onText={setText}
      onValue={(value) => {
        const account = parseAccount(value)
        onAccount(account?.name ?? value, account?.platform ?? '')
      }}
      onLeave={() => void trigger('streaming_account_name')}
    />
  )
}
