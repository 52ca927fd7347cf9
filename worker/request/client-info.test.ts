import { expect, test } from 'vitest'
import { toClientNetwork, widenNetwork } from './client-info.ts'

test.each<[string | undefined, string | undefined]>([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::2', '0:0:0:0'],
  ['198.51.100.7', '198.51.100.7'],
  ['127.0.0.1', undefined],
  ['::1', undefined],
  [undefined, undefined],
])('whoever comes from %s is counted at %s [ASVS 15.3.4]', (address, place) => {
  expect(toClientNetwork(address)).toBe(place)
})

test.each([
  ['2001:db8:1:2', '2001:db8:1'],
  ['198.51.100.7', '198.51.100'],
])('%s is one of the networks of %s', (network, wider) => {
  expect(widenNetwork(network)).toBe(wider)
})
