DROP INDEX `events_start`;--> statement-breakpoint
DROP INDEX `events_hype`;--> statement-breakpoint
DROP INDEX `events_group`;--> statement-breakpoint
DROP INDEX `events_game`;--> statement-breakpoint
CREATE INDEX `events_long` ON `events` (`status`,`start_at`,`id`,`end_at`,`cancelled_at`) WHERE "events"."end_at" - "events"."start_at" > 86400000;--> statement-breakpoint
CREATE INDEX `events_start` ON `events` (`status`,`start_at`,`id`,`end_at`,`cancelled_at`,`approved_at`,`hype_count`,`group_id`,`game_id`,`category`,`language`,`platform`,`time_certainty`);--> statement-breakpoint
CREATE INDEX `events_hype` ON `events` (`status`,"hype_count" desc,"id" desc,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_group` ON `events` (`group_id`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `events_game` ON `events` (`game_id`,`status`,`start_at`,`id`,`end_at`,`cancelled_at`);--> statement-breakpoint
CREATE INDEX `event_channels_account` ON `event_channels` (`platform`,lower("account"));--> statement-breakpoint
-- Once more with longer beginnings: what begins with a word of more letters than these is gathered from
-- all words that do, at each search.
DROP TABLE `search_names`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_names` USING fts5(`name`, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 1152921504606846976 + max(t.`start_at`, 0) / 60000 * 4294967296 + t.`id`,
    t.`name`, coalesce(t.`streaming_account_name`, '')
  FROM `events` t WHERE t.`status` = 'approved' ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 2305843009213693952 + t.`id`,
    t.`name`, replace(t.`name`, ' ', '')
  FROM `event_groups` t ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 3458764513820540928 + length(t.`follow_count`) * 4294967296 + t.`id`,
    t.`name`, replace(t.`name`, ' ', '')
  FROM `games` t ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 4611686018427387904 + length(max(coalesce(t.`followers`, 0), t.`follow_count`)) * 4294967296 + t.`id`,
    t.`display_name`, replace(t.`display_name`, ' ', '')
  FROM `streamers` t ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 5764607523034234880 + t.`event_id` * 256 + t.`position`,
    t.`display_name`, coalesce(t.`account`, '')
  FROM `event_participants` t ORDER BY 1;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 6917529027641081856 + t.`id`,
    t.`name`, ''
  FROM `streaming_accounts` t ORDER BY 1;
