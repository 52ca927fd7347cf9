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
import { toSettingsInput, type Choices } from './initial-choices.ts'

export const lastOnboardingStep = 2
export type Step = 0 | 1 | 2
/** Translated by the view, as the language may change between steps. */
export type OnboardingError =
  'unexpected' | 'time_zone' | 'streamers' | 'games' | 'skip' | 'complete'
export type Outcome = 'closed' | 'skipped' | 'completed'

export type OnboardingState = {
  isOpen: boolean
  step: Step
  isLoading: boolean
  error: OnboardingError | undefined
  popularStreamers: PopularStreamer[]
  popularGames: PopularGame[]
  selectedStreamers: number[]
  selectedGames: number[]
  isCompleted: boolean
}

type Dependencies = {
  api: Pick<Api, 'get' | 'post' | 'put'>
  choices: Choices
  /** Marketing was answered before: the first step is skipped. */
  hasChosenMarketing: boolean
  /** Fetches the settings again and applies them to the page. */
  onSaved: (settings: SettingsView) => Promise<void>
  onSaveFailed: (error: unknown) => void
  onFollow: (key: FollowKey, answer: FollowView) => void
  onEnd: (outcome: Outcome, completed?: OnboardingCompletionView) => void
}

const listLength = 16
const nothingSelected = {
  step: 0,
  error: undefined,
  selectedStreamers: [],
  selectedGames: [],
} satisfies Partial<OnboardingState>

export type FollowableKind = 'streamers' | 'games'
export const fieldsByStep = {
  streamers: { list: 'popularStreamers', selected: 'selectedStreamers', kind: 'streamer' },
  games: { list: 'popularGames', selected: 'selectedGames', kind: 'game' },
} as const

/** Typed, and known to nobody: its field says so, and nothing else has to. */
function isAboutTimeZone(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'timezone_name')
}

function createState() {
  const $state = map<OnboardingState>({
    ...nothingSelected,
    isOpen: false,
    isLoading: false,
    popularStreamers: [],
    popularGames: [],
    isCompleted: false,
  })
  const patch = (change: Partial<OnboardingState>) => $state.set({ ...$state.get(), ...change })
  return { $state, patch }
}
type State = ReturnType<typeof createState>

/** Follows and unfollows by card, one call at a time for each. */
function createSelection({ $state, patch }: State, { api, onFollow }: Dependencies) {
  const $pending = atom<ReadonlySet<FollowKey>>(new Set())
  const calls = new Set<Promise<void>>()

  function markPending(key: FollowKey, isPending: boolean): void {
    const others = [...$pending.get()].filter((one) => one !== key)
    $pending.set(new Set(isPending ? [...others, key] : others))
  }

  function select(target: FollowableKind, id: number, isSelected: boolean): void {
    const { list, selected } = fieldsByStep[target]
    const state = $state.get()
    const others = state[selected].filter((one) => one !== id)
    const known = state[list].map((one) =>
      one.id === id ? { ...one, is_followed: isSelected } : one,
    )
    patch({ [selected]: isSelected ? [...others, id] : others, [list]: known })
  }

  /** Selects what is followed already. */
  function selectFollowed(target: FollowableKind): void {
    const { list, selected } = fieldsByStep[target]
    const followed = $state.get()[list].filter(({ is_followed }) => is_followed)
    patch({ [selected]: followed.map(({ id }) => id) })
  }

  /** Followed otherwise than by a card: each has one from here on, before those suggested. */
  function addFollowed(streamers: readonly Omit<PopularStreamer, 'is_followed'>[]): void {
    const { popularStreamers, selectedStreamers } = $state.get()
    const ids = streamers.map(({ id }) => id)
    const isSuggested = new Set(popularStreamers.map(({ id }) => id))
    const others = streamers.filter(({ id }) => !isSuggested.has(id))
    patch({
      popularStreamers: [...others, ...popularStreamers].map((one) => {
        const isAdded = ids.includes(one.id)
        return { ...one, is_followed: isAdded || selectedStreamers.includes(one.id) }
      }),
      selectedStreamers: [...new Set([...selectedStreamers, ...ids])],
    })
  }

  async function send(target: FollowableKind, id: number, key: FollowKey): Promise<void> {
    const followed = !$state.get()[fieldsByStep[target].selected].includes(id)
    try {
      const answer = await putFollow(api, key, followed)
      select(target, id, answer.followed)
      onFollow(key, answer)
    } catch (error) {
      console.error('Failed to toggle the follow', error)
    }
  }

  async function toggle(target: FollowableKind, id: number): Promise<void> {
    const key: FollowKey = `${fieldsByStep[target].kind}-${id}`
    if ($state.get().isLoading || $pending.get().has(key)) return
    markPending(key, true)
    const call = send(target, id, key).finally(() => markPending(key, false))
    calls.add(call)
    await call
    calls.delete(call)
  }

  return { $pending, toggle, selectFollowed, addFollowed, settled: () => Promise.all(calls) }
}

/** Loads the lists of steps 1 and 2; the modal waits for one call at a time. */
function createLoading(state: State, dependencies: Dependencies) {
  const { $state, patch } = state
  const { api } = dependencies
  const selection = createSelection(state, dependencies)

  async function run(code: OnboardingError, act: () => Promise<void>): Promise<void> {
    if ($state.get().isLoading) return
    patch({ isLoading: true, error: undefined })
    try {
      await selection.settled()
      await act()
    } catch (error) {
      patch({
        error: isAboutTimeZone(error)
          ? 'time_zone'
          : error instanceof ApiError
            ? code
            : 'unexpected',
      })
    } finally {
      patch({ isLoading: false })
    }
  }

  async function load(target: FollowableKind): Promise<void> {
    const { list } = fieldsByStep[target]
    if ($state.get()[list].length === 0) {
      await run(target, async () => {
        const found = await api.get(`onboarding/content-onboarding/${target}`, {
          query: { limit: listLength },
        })
        if (!Array.isArray(found)) throw new TypeError(`the ${target} are no list`)
        patch({ [list]: found })
      })
    }
    selection.selectFollowed(target)
  }

  return { ...selection, run, load }
}

/** Three steps: settings, streamers, games. */
export function createOnboardingStore(dependencies: Dependencies) {
  const { api, choices, hasChosenMarketing, onSaved, onSaveFailed, onEnd } = dependencies
  const state = createState()
  const { $state, patch } = state
  const $choices = map<Choices>(choices)
  const { run, ...lists } = createLoading(state, dependencies)

  async function goTo(step: number): Promise<void> {
    if ($state.get().isLoading || (step !== 0 && step !== 1 && step !== 2)) return
    patch({ step, error: undefined })
    if (step === 1) await lists.load('streamers')
    if (step === 2) await lists.load('games')
  }

  async function open(): Promise<void> {
    if ($state.get().isOpen) return
    patch({ isOpen: true })
    await goTo(hasChosenMarketing ? 1 : 0)
  }

  async function saveSettings(): Promise<void> {
    let isSaved = false
    await run('unexpected', async () => {
      const body = toSettingsInput($choices.get())
      const settings = await api.put('users/me/settings', { body }).catch((error) => {
        if (!isAboutTimeZone(error)) onSaveFailed(error)
        throw error
      })
      await onSaved(settings)
      isSaved = true
    })
    if (isSaved) await goTo(1)
  }

  async function next(): Promise<void> {
    const { step } = $state.get()
    if (step === 0) await saveSettings()
    else if (step < lastOnboardingStep) await goTo(step + 1)
  }

  async function back(): Promise<void> {
    const { step } = $state.get()
    if (step > 0) await goTo(step - 1)
  }

  function end(outcome: Outcome, completed?: OnboardingCompletionView): void {
    patch({ ...nothingSelected, isOpen: false, isCompleted: outcome === 'completed' })
    onEnd(outcome, completed)
  }

  const close = () => run('unexpected', async () => end('closed'))

  async function skip(): Promise<void> {
    if ($state.get().step === 0) return close()
    await run('skip', async () => {
      await api.post('onboarding/content-onboarding/skip')
      end('skipped')
    })
  }

  async function finish(): Promise<void> {
    if ($state.get().step !== lastOnboardingStep) return
    await run('complete', async () => {
      end('completed', await api.post('onboarding/content-onboarding/complete'))
    })
  }

  return { ...lists, $state, $choices, open, goTo, next, back, close, skip, finish }
}
export type OnboardingStore = ReturnType<typeof createOnboardingStore>
