import { m } from '#messages'
import { read, readAndRecordAttempt, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { brandSlug } from '#worker/contracts/brand.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { afterChange } from '#worker/db/writes.ts'
import type { Statement } from '#worker/db/client.ts'
import { listUploads } from '#worker/features/media/uploads/uploads.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { assertNotThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import { AppError } from '#worker/api/errors.ts'
import type { DataExportView } from './contract.ts'
import { exportParts, selectAccountExport, type ExportPartName } from './export-parts.ts'

type ExportedRow = Record<string, unknown>

function toReadableRow(row: ExportedRow): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith('_json')) return [name.slice(0, -5), JSON.parse(String(value)) as unknown]
      if (typeof value !== 'number') return [name, value]
      if (/(^|_)at$/.test(name)) return [name, toInstant(value)]
      return [name, /^(is|has)_/.test(name) ? value === 1 : value]
    }),
  )
}

export function toReadableLists<Name extends string>(lists: Record<Name, object[]>) {
  return Object.fromEntries(
    Object.entries<object[]>(lists).map(([name, rows]) => [
      name,
      rows.map((row) => toReadableRow({ ...row })),
    ]),
  ) as Record<Name, ExportedRow[]>
}

const leftOut = [
  m.export_left_out_secrets,
  m.export_left_out_networks,
  m.export_left_out_reasons,
  m.export_left_out_others,
]

const exportsPerHour = 10

export function exportRateLimitSubject(userId: UserId): string {
  return `export:${userId}`
}

export async function exportOwnData(ctx: Ctx<Member>): Promise<DataExportView> {
  const { userId } = ctx.actor
  const rateLimit = { hourly: [{ subject: exportRateLimitSubject(userId), limit: exportsPerHour }] }
  const { throttle, count } = recordAttempt(ctx, rateLimit)
  const event = insertSecurityEvent(ctx, { kind: 'data_exported', userId })
  const attempt = await readAndRecordAttempt(ctx, {
    throttle,
    counted: afterChange(count, { event }),
  })
  assertNotThrottled(ctx, attempt)
  return collectMemberData(ctx, userId)
}

/** @throws AppError `session_ended` of who left meanwhile */
export async function collectMemberData(ctx: Ctx, userId: UserId): Promise<DataExportView> {
  const parts = Object.fromEntries(
    Object.entries(exportParts).map(([name, selectPart]) => [name, selectPart({ userId })]),
  ) as Record<ExportPartName, Statement<ExportedRow[]>>
  const { accounts, lists } = await read(ctx, {
    accounts: selectAccountExport({ userId }),
    lists: parts,
  })
  const [account] = accounts
  if (!account) throw new AppError('unauthenticated', 'session_ended')
  const uploads = await listUploads(ctx, userId)
  return {
    exported_at: toInstant(ctx.now),
    left_out: leftOut.map((text) => text({}, { locale: ctx.locale })),
    account: toReadableRow(account),
    ...toReadableLists(lists),
    uploads: uploads.map(({ path }) => ({ path })),
  }
}

export function exportFileName({ account, exported_at }: DataExportView): string {
  return `${brandSlug}-${String(account['username'])}-${exported_at.slice(0, 10)}.json`
}
