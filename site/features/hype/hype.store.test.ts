import { expect, it, vi } from 'vitest'
import type { ToggleState } from './toggles/toggles.store.ts'
import type { HypeView } from '#worker/features/hype/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createHypesStore } from './hype.store.ts'

function start(hyped: number[] = []) {
  const answers: ((answer: HypeView | Error) => void)[] = []
  const put = vi.fn(
    (_path: string, _body: unknown) =>
      new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      }),
  )
  const readHypesAndFollows = async () => ({ hyped_events: hyped })
  const onChange = vi.fn()
  const onFailure = vi.fn()
  const onEarned = vi.fn()
  const recall = vi.fn((_id: number): ToggleState | undefined => undefined)
  const onAnswer = vi.fn()
  const hypes = createHypesStore({
    api: fakeApi({ put }),
    readHypesAndFollows,
    onChange,
    onFailure,
    onEarned,
    recall,
    onAnswer,
  })
  hypes.add(7, 41)
  return { hypes, put, onChange, onFailure, onEarned, recall, onAnswer, answers, hyped }
}

function said(isHyped: boolean, count: number): HypeView {
  return {
    hyped: isHyped,
    hype_count: count,
    gamification_info: { gamification: { level_up: true } },
  } as HypeView
}

it('shows a hype at once, then the count that the server answers', async () => {
  const { hypes, put, onChange, onEarned, answers } = start()
  const done = hypes.toggle(7)
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 42 })
  expect(put).toHaveBeenCalledExactlyOnceWith('events/7/toggle_hype', { hyped: true })
  answers[0]!(said(true, 57))
  await done
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 57 })
  expect(onEarned).toHaveBeenCalledExactlyOnceWith({ level_up: true })
})

it('goes back to what stood before when the server refuses', async () => {
  const { hypes, onChange, onFailure, answers } = start()
  const done = hypes.toggle(7)
  answers[0]!(new Error('closed'))
  await done
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: false, count: 41 })
  expect(onFailure).toHaveBeenCalledOnce()
})

it('sends nothing more for two quick clicks that cancel out after the first', async () => {
  const { hypes, put, onChange, answers } = start()
  const done = hypes.toggle(7)
  void hypes.toggle(7)
  void hypes.toggle(7)
  expect(put).toHaveBeenCalledOnce()
  answers[0]!(said(true, 42))
  await done
  expect(put).toHaveBeenCalledOnce()
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 42 })
})

it('sends the last wish when it changed while a call was under way', async () => {
  const { hypes, put, onChange, answers } = start()
  const done = hypes.toggle(7)
  void hypes.toggle(7)
  answers[0]!(said(true, 42))
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(put).toHaveBeenLastCalledWith('events/7/toggle_hype', { hyped: false })
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: false, count: 41 })
  answers[1]!(said(false, 41))
  await done
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: false, count: 41 })
})

it('marks what the person hyped before, and ignores events that the page does not show', async () => {
  const { hypes, onChange, put } = start([7, 99])
  await hypes.load()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(7, { isOn: true, count: 41 })
  await hypes.set(7, true)
  expect(put).not.toHaveBeenCalled()
})

it('never shows fewer than the reader’s own hype on a page that was cached before it', async () => {
  const { hypes, onChange } = start([8])
  hypes.add(8, 0)
  await hypes.load()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(8, { isOn: true, count: 1 })
})

it('marks an event that comes to the page later', async () => {
  const { hypes, onChange } = start([9])
  await hypes.load()
  hypes.add(9, 12)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(9, { isOn: true, count: 12 })
})

it('names what is on its way, so that it can be asked again after login', async () => {
  const { hypes, answers } = start([7])
  await hypes.load()
  expect(hypes.sending()).toEqual([])
  const done = hypes.toggle(7)
  expect(hypes.sending()).toEqual([{ key: 7, isOn: false }])
  answers[0]!(said(false, 40))
  await done
  expect(hypes.sending()).toEqual([])
})

it('shows what other pages were answered, unless an answer is on its way here', async () => {
  const { hypes, onChange, answers, onAnswer } = start()
  hypes.receive(7, { isOn: true, count: 60 })
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 60 })
  const done = hypes.toggle(7)
  hypes.receive(7, { isOn: true, count: 61 })
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: false, count: 59 })
  answers[0]!(said(false, 60))
  await done
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(7, { isOn: false, count: 60 })
})

it('shows the count of the last answer on a page that was cached before it', async () => {
  const { hypes, onChange, recall } = start([8])
  recall.mockReturnValueOnce({ isOn: true, count: 13 })
  hypes.add(8, 12)
  await hypes.load()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(8, { isOn: true, count: 13 })
})

it.each([
  [true, 52, 52],
  [true, 41, 42],
  [false, 43, 42],
  [false, 52, 52],
])('after the answer %s of 42, a page that says %i shows %i', (isOn, said, shown) => {
  const { hypes, onChange, recall } = start()
  recall.mockReturnValueOnce({ isOn, count: 42 })
  hypes.add(8, said)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(8, { isOn, count: shown })
})

it('counts one more or less for what was switched elsewhere since the page was left', async () => {
  const { hypes, onChange, hyped } = start([7])
  hypes.add(8, 12)
  await hypes.load()
  hyped.splice(0, 1, 8)
  await hypes.load()
  expect(onChange.mock.calls.slice(-2)).toEqual([
    [7, { isOn: false, count: 40 }],
    [8, { isOn: true, count: 13 }],
  ])
})

it('believes an answer rather than what was asked before it', async () => {
  const { hypes, onChange, answers } = start()
  const loaded = hypes.load()
  const done = hypes.toggle(7)
  answers[0]!(said(true, 42))
  await Promise.all([done, loaded])
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 42 })
})

it('shows a button that comes later as those of its event stand', async () => {
  const { hypes, onChange } = start([7])
  await hypes.load()
  onChange.mockClear()
  hypes.add(7, 40)
  expect(onChange).toHaveBeenCalledExactlyOnceWith(7, { isOn: true, count: 41 })
})

it('can be tried again after a failure', async () => {
  const { hypes, put, onChange, answers } = start()
  const failed = hypes.toggle(7)
  answers[0]!(new Error('offline'))
  await failed
  const done = hypes.toggle(7)
  expect(put).toHaveBeenLastCalledWith('events/7/toggle_hype', { hyped: true })
  answers[1]!(said(true, 42))
  await done
  expect(onChange).toHaveBeenLastCalledWith(7, { isOn: true, count: 42 })
})
