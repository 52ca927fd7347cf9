import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { showHypedToast } from '#site/features/hype/hyped-toast.ts'
import type { Draft } from './draft.ts'
import { toSimilarEventsQuery } from './similar-search.ts'
import type { WizardStore } from './wizard.store.ts'

const typingPauseMs = 400

/** Hyping one of them ends the wizard. */
export function useSimilarEvents(
  wizard: WizardStore,
  {
    draft,
    step,
    isOff,
    onClose,
  }: { draft: Draft; step: number; isOff: boolean; onClose: () => void },
) {
  const { similarSearch } = wizard
  const similarEvents = useStore(similarSearch.$found)
  const [isHyping, setIsHyping] = useState(false)
  const query = JSON.stringify(isOff ? null : toSimilarEventsQuery(draft, step))
  useEffect(() => {
    if (isOff) return undefined
    const timer = setTimeout(() => void similarSearch.look(draft, step), typingPauseMs)
    return () => clearTimeout(timer)
  }, [query, step])

  async function hype(id: number): Promise<void> {
    if (isHyping) return
    setIsHyping(true)
    wizard.$failure.set('')
    try {
      showHypedToast(id, await similarSearch.hype(id))
      wizard.discard()
      onClose()
    } catch (error) {
      wizard.$failure.set(failureText(error, m.hype_failed))
      setIsHyping(false)
    }
  }

  return { found: similarEvents, isHyping, hype }
}
