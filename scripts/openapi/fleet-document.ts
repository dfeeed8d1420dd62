import { z } from 'zod'
import {
  accountCall,
  accountReply,
  callReply,
  callRequest,
  enrolled,
  enrolment,
  heartbeat,
  heartbeatReply,
  purchaseCall,
  purchaseReply,
  settingsDocument,
  slipCall,
  slipReply,
} from '../../shared/api/fleet/contract.ts'
import { messageCall, messageReply } from '../../shared/api/fleet/ticket-pages.ts'
import { FLEET_PATHS, SIGNATURE_HEADER } from '../../shared/api/fleet/paths.ts'
import { PARTNER_CODE_HEADER } from '../../shared/api/partner/operations.ts'
import { extensionMark } from './extensions.ts'
import { retryAfter, writable } from './partner-document.ts'

/** Returns the calls of a device to its hub as an OpenAPI 3.1 document, made from the hub's validation schemas. */
export function fleetOpenApi(): object {
  return {
    openapi: '3.1.0',
    ...extensionMark('The specification does not cover devices'),
    info: {
      title: 'Guichet: devices and their hub',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'A device enrols with a code, and then reports its status to the hub. It signs its requests with its own key. For the proofs and signatures, see docs/integrating/fleet-api.md.',
    },
    servers: [{ url: 'https://hub.example:7420' }],
    security: [],
    paths: {
      [FLEET_PATHS.enrol]: {
        post: {
          operationId: 'enrolDevice',
          summary: 'Enrol a device at the hub with a one-time code from the hub',
          requestBody: body('Enrolment'),
          responses: { 200: success('Enrolled'), ...refusals(403, 429) },
        },
      },
      [FLEET_PATHS.heartbeat]: {
        post: {
          operationId: 'tellHeartbeat',
          summary: 'Report the status of the device; the reply may contain its settings',
          parameters: [signatureOver('guichet heartbeat 1')],
          requestBody: body('Heartbeat'),
          responses: { 200: success('HeartbeatReply'), ...refusals(401, 403, 409) },
        },
      },
      [FLEET_PATHS.slips]: {
        post: {
          operationId: 'askAboutSlips',
          summary: 'Report issued credit vouchers, and spend vouchers of any device of the hub, each only once',
          parameters: [signatureOver('guichet slips 1')],
          requestBody: body('SlipCall'),
          responses: { 200: success('SlipReply'), ...refusals(401) },
        },
      },
      [FLEET_PATHS.accounts]: {
        post: {
          operationId: 'chargeAccount',
          summary:
            'Find customer accounts, charge sales within their limit, and book credits and payments, each only once',
          parameters: [signatureOver('guichet accounts 1')],
          requestBody: body('AccountCall'),
          responses: { 200: success('AccountReply'), ...refusals(401, 403) },
        },
      },
      [FLEET_PATHS.purchases]: {
        post: {
          operationId: 'findPurchases',
          summary: 'Find purchases of the signing partner by seat, amount, telephone number or time',
          parameters: [signatureOver('guichet purchases 1'), partnerCode],
          requestBody: body('PurchaseCall'),
          responses: { 200: success('PurchaseReply'), ...refusals(401, 409, 429) },
        },
      },
      [FLEET_PATHS.messages]: { post: sendMessage() },
      [FLEET_PATHS.calls]: {
        post: {
          operationId: 'callAgent',
          summary: 'Call an agent to the device, find the owner of a badge, and watch and answer calls at a desk',
          parameters: [signatureOver('guichet calls 1')],
          requestBody: body('CallRequest'),
          responses: { 200: success('CallReply'), ...refusals(401, 403, 409, 429) },
        },
      },
    },
    components: { schemas: schemas() },
  }
}

const sendMessage = () => ({
  operationId: 'sendMessage',
  summary: 'Send the address of a published ticket page by e-mail or SMS, and read the state of such messages',
  parameters: [signatureOver('guichet messages 1')],
  requestBody: body('MessageCall'),
  responses: { 200: success('MessageReply'), ...refusals(401, 403) },
})

const schemas = () => ({
  Enrolment: schemaOf(enrolment),
  Enrolled: schemaOf(enrolled),
  Heartbeat: schemaOf(heartbeat),
  HeartbeatReply: schemaOf(heartbeatReply),
  SlipCall: schemaOf(slipCall),
  SlipReply: schemaOf(slipReply),
  AccountCall: schemaOf(accountCall),
  AccountReply: schemaOf(accountReply),
  PurchaseCall: schemaOf(purchaseCall),
  PurchaseReply: schemaOf(purchaseReply),
  MessageCall: schemaOf(messageCall),
  MessageReply: schemaOf(messageReply),
  CallRequest: schemaOf(callRequest),
  CallReply: schemaOf(callReply),
  SettingsDocument: schemaOf(settingsDocument),
  Refusal: schemaOf(refusal),
})

const partnerCode = {
  name: PARTNER_CODE_HEADER,
  in: 'header',
  required: true,
  description: 'Code of the partner; its key also signs the request, as in the partner API',
  schema: { type: 'string' },
}

const signatureOver = (purpose: string): object => ({
  name: SIGNATURE_HEADER,
  in: 'header',
  required: true,
  description: `Base64 of the Ed25519 signature over \`${purpose}\`, a line feed, and the bytes of the body`,
  schema: { type: 'string' },
})

const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), details: z.object({ after: z.int().optional() }) }),
})

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'MALFORMED_JSON, MALFORMED_REQUEST, or INVALID_BODY with the name and the expected value of the member',
  401: 'DEVICE_UNKNOWN, BAD_SIGNATURE, or UNKNOWN_PARTNER',
  403: 'CODE_REFUSED: no valid code exists for this device; ROLE_CHANGED: enrol the device again to change its role; NOT_A_DESK: only desks can watch and answer calls',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT: the request did not arrive completely in time',
  409: 'OUT_OF_ORDER: use a number above `details.after`',
  413: 'BODY_TOO_LARGE',
  417: 'EXPECTATION_FAILED',
  429: 'RATE_LIMITED: wait for the seconds in the Retry-After header',
  431: 'HEADERS_TOO_LARGE',
  500: 'INTERNAL',
  503: 'UNAVAILABLE: nothing was stored; send the request again',
}

function schemaOf(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', override: writable })
  return schema
}

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const content = (schema: object): object => ({ 'application/json': { schema } })

const body = (name: string): object => ({ required: true, content: content(reference(name)) })

const success = (name: string): object => ({
  description: 'Success',
  content: content({
    type: 'object',
    properties: { success: { const: true }, data: reference(name) },
    required: ['success', 'data'],
  }),
})

const COMMON = [400, 405, 408, 413, 417, 431, 500, 503]

const HEADERS: Readonly<Record<number, unknown>> = {
  405: { allow: { description: 'Methods that this path supports', schema: { type: 'string' } } },
  429: retryAfter,
}

const refusals = (...statuses: readonly number[]): object =>
  Object.fromEntries(
    [...COMMON, ...statuses].map((status) => [
      status,
      {
        description: MEANINGS[status] ?? 'Refused',
        ...(status in HEADERS && { headers: HEADERS[status] }),
        content: content(reference('Refusal')),
      },
    ]),
  )
