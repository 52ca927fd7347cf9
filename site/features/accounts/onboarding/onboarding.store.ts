import { atom, map } from 'nanostores'
import { putFollow, type FollowKey } from '#site/features/directory/follows/follow.store.ts'
import { ApiError, type Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { FollowView } from '#worker/features/directory/follows/contract.ts'
import type {
  OnboardingCompletionView,
  PopularGame,
  PopularStreamer,
} from '#worker/features/accounts/onboarding/contract.ts'
import { toSettingsInput, type OnboardingChoices } from './initial-choices.ts'
import type { OnboardingError } from './onboarding-labels.ts'

export const lastOnboardingStep = 2
export type OnboardingStep = 0 | 1 | 2
export type OnboardingOutcome = 'closed' | 'skipped' | 'completed'

/** The `selected…` lists say which are followed. */
type SuggestionCard<Suggestion> = Omit<Suggestion, 'is_followed'>

export type OnboardingState = {
  isOpen: boolean
  step: OnboardingStep
  isLoading: boolean
  error: OnboardingError | undefined
  popularStreamers: SuggestionCard<PopularStreamer>[]
  popularGames: SuggestionCard<PopularGame>[]
  selectedStreamers: number[]
  selectedGames: number[]
  isCompleted: boolean
}

type Dependencies = {
  api: Pick<Api, 'get' | 'post' | 'put'>
  choices: OnboardingChoices
  /** The first step is then skipped. */
  hasChosenMarketing: boolean
  /** The last step tells it, with the switch. */
  isLeaderboardNew: boolean
  onSaved: (settings: SettingsView) => Promise<void>
  onSaveFailed: (error: unknown) => void
  onFollow: (key: FollowKey, answer: FollowView) => void
  onEnd: (outcome: OnboardingOutcome, completed?: OnboardingCompletionView) => void
}

const listLength = 16
const initialState: OnboardingState = {
  isOpen: false,
  step: 0,
  isLoading: false,
  error: undefined,
  popularStreamers: [],
  popularGames: [],
  selectedStreamers: [],
  selectedGames: [],
  isCompleted: false,
}

export type FollowableKind = 'streamers' | 'games'
export const fieldNamesByKind = {
  streamers: { list: 'popularStreamers', selected: 'selectedStreamers', key: 'streamer' },
  games: { list: 'popularGames', selected: 'selectedGames', key: 'game' },
} as const

/** Its field says so; nothing else has to. */
function isTimeZoneError(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'timezone_name')
}

function toOnboardingError(error: unknown, code: OnboardingError): OnboardingError {
  if (isTimeZoneError(error)) return 'time_zone'
  return error instanceof ApiError ? code : 'unexpected'
}

/** One call at a time for each card. */
function createSuggestionLists({ api, onFollow }: Dependencies) {
  const $state = map<OnboardingState>(initialState)
  const $pending = atom<ReadonlyMap<FollowKey, Promise<void>>>(new Map())
  const patch = (change: Partial<OnboardingState>) => $state.set({ ...$state.get(), ...change })

  async function send(kind: FollowableKind, id: number, key: FollowKey): Promise<void> {
    const { selected } = fieldNamesByKind[kind]
    const isSelected = $state.get()[selected].includes(id)
    try {
      const answer = await putFollow(api, key, !isSelected)
      const others = $state.get()[selected].filter((selectedId) => selectedId !== id)
      patch({ [selected]: answer.followed ? [...others, id] : others })
      onFollow(key, answer)
    } catch (error) {
      console.error('Failed to toggle the follow', error)
    }
  }

  async function toggle(kind: FollowableKind, id: number): Promise<void> {
    const key: FollowKey = `${fieldNamesByKind[kind].key}-${id}`
    if ($state.get().isLoading || $pending.get().has(key)) return
    const call = send(kind, id, key)
    $pending.set(new Map([...$pending.get(), [key, call]]))
    await call
    $pending.set(new Map([...$pending.get()].filter(([pendingKey]) => pendingKey !== key)))
  }

  /** Streamers that were followed otherwise get cards before those suggested. */
  function addFollowed(streamers: readonly SuggestionCard<PopularStreamer>[]): void {
    const { popularStreamers, selectedStreamers } = $state.get()
    const isSuggested = new Set(popularStreamers.map(({ id }) => id))
    const others = streamers.filter(({ id }) => !isSuggested.has(id))
    patch({
      popularStreamers: [...others, ...popularStreamers],
      selectedStreamers: [...new Set([...selectedStreamers, ...streamers.map(({ id }) => id)])],
    })
  }

  /** After the calls of the cards, one at a time; resolves to whether it succeeded. */
  async function run(code: OnboardingError, action: () => Promise<void>): Promise<boolean> {
    if ($state.get().isLoading) return false
    patch({ isLoading: true, error: undefined })
    try {
      await Promise.all($pending.get().values())
      await action()
      return true
    } catch (error) {
      patch({ error: toOnboardingError(error, code) })
      return false
    } finally {
      patch({ isLoading: false })
    }
  }

  async function load(kind: FollowableKind): Promise<void> {
    const { list, selected } = fieldNamesByKind[kind]
    if ($state.get()[list].length > 0) return
    await run(kind, async () => {
      const query = { limit: listLength }
      const suggestions = await api.get(`onboarding/content-onboarding/${kind}`, { query })
      const followed = suggestions.filter(({ is_followed }) => is_followed)
      patch({ [list]: suggestions, [selected]: followed.map(({ id }) => id) })
    })
  }

  return { $state, $pending, patch, run, load, toggle, addFollowed }
}

export function createOnboardingStore(dependencies: Dependencies) {
  const { api, choices, hasChosenMarketing, isLeaderboardNew } = dependencies
  const { onSaved, onSaveFailed, onEnd } = dependencies
  const { patch, run, ...lists } = createSuggestionLists(dependencies)
  const { $state } = lists
  const $choices = map<OnboardingChoices>(choices)
  /** Undefined where they know it already. */
  const $isListed = atom(isLeaderboardNew ? true : undefined)

  async function goTo(step: number): Promise<void> {
    if ($state.get().isLoading || (step !== 0 && step !== 1 && step !== 2)) return
    patch({ step, error: undefined })
    if (step === 1) await lists.load('streamers')
    if (step === 2) await lists.load('games')
  }

  async function open(step: OnboardingStep = hasChosenMarketing ? 1 : 0): Promise<void> {
    if ($state.get().isOpen) return
    patch({ isOpen: true })
    await goTo(step)
  }

  async function saveSettings(): Promise<void> {
    const isSaved = await run('unexpected', async () => {
      const body = toSettingsInput($choices.get())
      const settings = await api.put('users/me/settings', { body }).catch((error) => {
        if (!isTimeZoneError(error)) onSaveFailed(error)
        throw error
      })
      await onSaved(settings)
    })
    if (isSaved) await goTo(1)
  }

  function next(): Promise<void> {
    const { step } = $state.get()
    return step === 0 ? saveSettings() : goTo(step + 1)
  }

  const back = () => goTo($state.get().step - 1)

  function end(outcome: OnboardingOutcome, completed?: OnboardingCompletionView): void {
    patch({ ...initialState, isCompleted: outcome === 'completed' })
    onEnd(outcome, completed)
  }

  const close = () => run('unexpected', async () => end('closed'))

  async function skip(): Promise<boolean> {
    if ($state.get().step === 0) return close()
    return run('skip', async () => {
      await api.post('onboarding/content-onboarding/skip')
      end('skipped')
    })
  }

  async function finish(): Promise<void> {
    if ($state.get().step !== lastOnboardingStep) return
    await run('complete', async () => {
      const is_on_leaderboard = $isListed.get()
      if (is_on_leaderboard !== undefined) {
        await api.put('users/me/settings', { body: { is_on_leaderboard } })
      }
      end('completed', await api.post('onboarding/content-onboarding/complete'))
    })
  }

  return { ...lists, $choices, $isListed, open, goTo, next, back, close, skip, finish }
}
export type OnboardingStore = ReturnType<typeof createOnboardingStore>
