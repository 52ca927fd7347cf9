import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSuggestionsStore } from './suggestions.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const games = [
  { label: 'Celeste', value: '1' },
  { label: 'Elden Ring', value: '2' },
  { label: 'Elden Ring Nightreign', value: '3' },
]

function start(text = '', emitsOnPause?: boolean) {
  const onValue = vi.fn()
  const onText = vi.fn()
  const onLeave = vi.fn()
  const heard = { onValue, onText, onLeave }
  const input = createSuggestionsStore({ suggestions: () => games, text, emitsOnPause, ...heard })
  const labels = () => input.shown().map(({ label }) => label)
  const isOpen = () => input.$state.get().isOpen
  return { input, onValue, onText, onLeave, labels, isOpen }
}

describe('the list', () => {
  test('opens on focus and closes 200 ms after the focus is lost', () => {
    const { input, onLeave, isOpen } = start()
    expect(isOpen()).toBe(false)
    input.enter()
    expect(isOpen()).toBe(true)
    input.leave()
    expect(onLeave).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(199)
    expect(isOpen()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isOpen()).toBe(false)
  })

  test('stays open when the focus comes back in time', () => {
    const { input, isOpen } = start()
    input.enter()
    input.leave()
    vi.advanceTimersByTime(150)
    input.enter()
    vi.advanceTimersByTime(1000)
    expect(isOpen()).toBe(true)
  })

  test('holds the labels that contain the text, whatever the case', () => {
    const { input, labels } = start()
    input.enter()
    expect(labels()).toHaveLength(3)
    input.type('RING')
    expect(labels()).toEqual(['Elden Ring', 'Elden Ring Nightreign'])
    input.type('zelda')
    expect(labels()).toEqual([])
  })

  test('opens and closes without a change of its text', () => {
    const { input, labels, isOpen } = start()
    input.type('ring')
    input.close()
    expect(isOpen()).toBe(false)
    input.open()
    expect([isOpen(), input.$state.get().text]).toEqual([true, 'ring'])
    expect(labels()).toEqual(['Elden Ring', 'Elden Ring Nightreign'])
  })

  test('filters by text left there, but shows everything around a choice', () => {
    const left = start('cel')
    left.input.enter()
    expect(left.labels()).toEqual(['Celeste'])
    const chosen = start('elden ring')
    chosen.input.enter()
    expect(chosen.labels()).toHaveLength(3)
  })
})

describe('what is emitted', () => {
  test('is the value of the suggestion chosen, whose label becomes the text', () => {
    const { input, onValue, isOpen } = start()
    input.enter()
    input.type('eld')
    input.choose({ label: 'Elden Ring', value: '2' })
    expect([input.$state.get().text, isOpen()]).toEqual(['Elden Ring', false])
    vi.advanceTimersByTime(1000)
    expect(onValue).toHaveBeenCalledExactlyOnceWith('2')
  })

  test('is the value of a label typed in full, 300 ms after the last key', () => {
    const { input, onValue, onText } = start()
    input.type('celest')
    vi.advanceTimersByTime(299)
    input.type('CELESTE')
    vi.advanceTimersByTime(299)
    expect(onValue).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onValue).toHaveBeenCalledExactlyOnceWith('1')
    expect(onText.mock.calls).toEqual([['celest'], ['CELESTE']])
  })

  test('is the raw text otherwise, also when it is emptied', () => {
    const { input, onValue } = start('Celeste')
    input.type('Celest ')
    vi.advanceTimersByTime(300)
    input.type('')
    vi.advanceTimersByTime(300)
    expect(onValue.mock.calls).toEqual([['Celest '], ['']])
  })

  test('waits for Enter where names are added one after another', () => {
    const { input, onValue } = start('', false)
    input.type('Celeste')
    vi.advanceTimersByTime(5000)
    expect(onValue).not.toHaveBeenCalled()
    input.settle()
    expect(onValue).toHaveBeenCalledExactlyOnceWith('1')
  })

  test('comes at once on leaving or on Enter, and not again', () => {
    const { input, onValue } = start()
    input.type('one')
    input.leave()
    input.type('two')
    input.settle()
    vi.advanceTimersByTime(1000)
    expect(onValue.mock.calls).toEqual([['one'], ['two']])
  })

  test('comes once more when a label that was typed in full is found late', () => {
    const known = [...games]
    const onValue = vi.fn()
    const input = createSuggestionsStore({ suggestions: () => known, text: '', onValue })
    input.type('minecraft')
    vi.advanceTimersByTime(300)
    input.settleAgain()
    expect(onValue.mock.calls).toEqual([['minecraft']])
    known.push({ label: 'Minecraft', value: '33' })
    input.settleAgain()
    input.settleAgain()
    expect(onValue.mock.calls).toEqual([['minecraft'], ['33']])
    known.push({ label: 'Rust', value: '34' })
    input.type('rust')
    input.choose(known[0]!)
    input.settleAgain()
    expect(onValue.mock.calls.slice(2)).toEqual([['1']])
  })

  test('is nothing any more once the input is gone', () => {
    const { input, onValue, isOpen } = start()
    input.type('one')
    input.stop()
    vi.advanceTimersByTime(1000)
    expect(onValue).not.toHaveBeenCalled()
    expect(isOpen()).toBe(true)
  })
})
