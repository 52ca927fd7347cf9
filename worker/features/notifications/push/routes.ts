import * as v from 'valibot'
import { idParam, PushSubscriptionId } from '#worker/contracts/ids.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  DeviceComparisonView,
  DeviceInput,
  NewDeviceInput,
  PushDevicesView,
  PushDeviceView,
  PushReceiptInput,
} from './contract.ts'
import { recordPushReceipt } from './receipts.ts'
import { testDevice } from './test-device.ts'
import { listDevices, removeDevice, subscribeDevice, compareDevice } from './devices.ts'

export const pushEndpoints = [
  endpoint({
    route: 'GET /users/me/push_subscriptions',
    operationId: 'listPushSubscriptions',
    summary: 'List the browsers with push notifications, with the public key for subscriptions',
    access: 'member',
    answer: PushDevicesView,
    run: (ctx) => listDevices(ctx),
  }),
  endpoint({
    route: 'POST /users/me/push_subscriptions',
    operationId: 'addPushSubscription',
    summary: 'Subscribe a browser to push notifications',
    access: 'member',
    errors: { conflict: ['push_off'] },
    body: NewDeviceInput,
    status: 201,
    answer: PushDeviceView,
    run: (ctx, { body, http }) => subscribeDevice(ctx, body, readClientInfo(http).userAgent),
  }),
  endpoint({
    route: 'PUT /users/me/push_subscriptions',
    operationId: 'comparePushSubscription',
    summary: 'Compare a push subscription with ours and tie it to the session',
    access: 'member',
    body: DeviceInput,
    answer: DeviceComparisonView,
    run: (ctx, { body, http }) => compareDevice(ctx, body, readClientInfo(http).userAgent),
  }),
  endpoint({
    route: 'POST /users/me/push_subscriptions/:id/test',
    operationId: 'testPushSubscription',
    summary: 'Push a test to a browser',
    access: 'member',
    errors: { conflict: ['push_test_failed'] },
    params: v.object({ id: idParam(PushSubscriptionId) }),
    status: 204,
    run: (ctx, { params }) => testDevice(ctx, params.id),
  }),
  endpoint({
    route: 'POST /push_receipts',
    operationId: 'recordPushReceipt',
    summary: 'Report a shown push notification',
    access: 'visitor',
    errors: { not_found: ['push_device_not_found'] },
    body: PushReceiptInput,
    status: 204,
    run: (ctx, { body }) => recordPushReceipt(ctx, body),
  }),
  endpoint({
    route: 'DELETE /users/me/push_subscriptions/:id',
    operationId: 'removePushSubscription',
    summary: 'Unsubscribe a browser from push notifications',
    access: 'member',
    params: v.object({ id: idParam(PushSubscriptionId) }),
    status: 204,
    run: (ctx, { params }) => removeDevice(ctx, params.id),
  }),
]
