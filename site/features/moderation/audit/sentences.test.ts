import { describe, expect, onTestFinished, test } from 'vitest'
import { useMessagesIn } from '#tests/support/drivers/locale.ts'
import {
  AuditAction,
  AuditSubject,
  type AuditEntryView,
} from '#worker/features/moderation/audit/contract.ts'
import { locales } from '#worker/locale/locales.ts'
import { auditChangeText, auditSubjectPath, auditReasonText } from './details.ts'
import { buildAuditSentence } from './sentences.ts'

function entry(changes: Partial<AuditEntryView> = {}): AuditEntryView {
  return {
    id: 1,
    at: '2026-11-20T12:00:00Z',
    act: 'approve',
    actor: { kind: 'member', username: 'ana' },
    subject: { type: 'event', id: 7, name: 'Night of Static', address: 'night-of-static' },
    from: 'pending',
    to: 'approved',
    reason_code: null,
    reason: null,
    ...changes,
  }
}
const said = (one: AuditEntryView) =>
  buildAuditSentence(one)
    .map(({ text }) => text)
    .join('')

describe('an entry of the log', () => {
  test('says who did what to what', () => {
    expect(said(entry())).toBe('ana approved the event “Night of Static”')
    expect(buildAuditSentence(entry()).filter(({ is }) => is !== 'text')).toEqual([
      { is: 'who', text: 'ana' },
      { is: 'what', text: 'Night of Static' },
    ])
  })

  test('of the clock or of a member who left names nobody', () => {
    expect(said(entry({ actor: { kind: 'clock' } }))).toMatch(/^Hypecal approved/)
    expect(said(entry({ actor: { kind: 'former_member' } }))).toMatch(/^a former member approved/)
    const staff = entry({ actor: { kind: 'former_moderator', key: '3f9a' } })
    expect(said(staff)).toMatch(/^former moderator 3f9a approved/)
    const subject = { type: 'user', id: 3, name: null, address: null } as const
    const deletion = entry({ act: 'delete', subject, from: 'ana-maria', to: null })
    expect(said(deletion)).toBe('ana deleted the account of a former member')
    expect(auditChangeText(deletion)).toBe('')
  })

  test('names what is gone as it was called, and leads nowhere', () => {
    const subject = { type: 'game', id: 3, name: null, address: null } as const
    const deletion = entry({ act: 'delete', subject, from: 'Old Game', to: null })
    expect(said(deletion)).toBe('ana deleted the game “Old Game”')
    expect([auditChangeText(deletion), auditSubjectPath(deletion, 'en')]).toEqual(['', undefined])
    const verification = entry({ act: 'verify', subject, from: null, to: 'twitch:ana_live' })
    expect(said(verification)).toBe('ana verified a channel on the game “#3”')
  })

  test('of a merge names both', () => {
    const subject = { type: 'game', id: 3, name: 'Kept', address: 'kept' } as const
    expect(said(entry({ act: 'merge', subject, from: 'Lost', to: 'Kept' }))).toBe(
      'ana merged “Lost” into the game “Kept”',
    )
  })

  test('says from what to what, and why', () => {
    expect(auditChangeText(entry())).toBe('Pending → Approved')
    expect(auditChangeText(entry({ from: null, to: 'twitch:ana_live' }))).toBe('Twitch ana_live')
    expect(auditReasonText(entry({ reason: 'no_proof' }))).not.toContain('no_proof')
    expect(auditReasonText(entry({ reason: 'Seen before: twice' }))).toBe('Seen before: twice')
  })

  test('leads to where the subject can be seen', () => {
    expect(auditSubjectPath(entry(), 'fr')).toBe('/fr/events/night-of-static')
    const hidden = { type: 'event', id: 7, name: 'Night', address: null } as const
    expect(auditSubjectPath(entry({ subject: hidden }), 'en')).toBe(
      '/admin/panel?q=Night&status=all',
    )
  })

  test.each(locales)('has a sentence for every act on everything in %s', (locale) => {
    onTestFinished(useMessagesIn(() => locale))
    for (const act of AuditAction.options) {
      for (const type of AuditSubject.options) {
        const subject = { type, id: 1, name: 'Name', address: '1' }
        const parts = buildAuditSentence(entry({ act, subject, from: 'Before' }))
        expect(parts.map(({ is }) => is)).toEqual(expect.arrayContaining(['who', 'what']))
        expect(parts.map(({ text }) => text).join('')).not.toMatch(/[{}\ue000\ue001]|audit_/)
      }
    }
  })
})
