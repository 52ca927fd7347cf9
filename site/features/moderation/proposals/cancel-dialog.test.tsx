import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CancelDialog } from './CancelDialog.tsx'

function textFor(hype_count: number): string {
  const event = { name: 'Gala', hype_count }
  return renderToString(
    <CancelDialog event={event} onClose={() => undefined} onCancel={() => undefined} />,
  )
}

test('a cancellation names who is notified, and nobody where nobody hyped', () => {
  expect(textFor(2)).toContain('2 people who hyped it will be notified.')
  expect(textFor(0)).not.toContain('notified')
  expect(textFor(0)).toContain('The event will stay visible, marked as canceled')
})
