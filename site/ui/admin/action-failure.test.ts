import { expect, test } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { formatActionFailure, withFailureMessage } from './action-failure.ts'

const what = 'It could not be done.'
const refusal = new ApiError({ status: 409, msg: 'It is done already.' })

test('a refusal says what failed and why', () => {
  expect(formatActionFailure(what, refusal)).toBe('It could not be done. It is done already.')
})

test.each([
  ['no answer', new ApiError({ status: 0, msg: 'network' })],
  ['a broken server', new ApiError({ status: 500, msg: 'An unknown error occurred' })],
  ['a fault of ours', new TypeError('x is undefined')],
])('%s says what failed, and that it may be tried again', (_, error) => {
  expect(formatActionFailure(what, error)).toBe('It could not be done. Try again.')
})

test('a form gets refusals as they are, and all else explained', async () => {
  await expect(withFailureMessage(what, Promise.resolve(7))).resolves.toBe(7)
  await expect(withFailureMessage(what, Promise.reject(refusal))).rejects.toBe(refusal)
  const failure = withFailureMessage(
    what,
    Promise.reject(new ApiError({ status: 500, msg: 'Oops' })),
  )
  await expect(failure).rejects.toMatchObject({ msg: 'It could not be done. Try again.' })
})
