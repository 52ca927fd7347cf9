-- What search looks up. A row's number says what it is (its multiple of 2^60: event, group, game,
-- streamer, participant, account), how prominent (start, or digits of the followers) and which, so that
-- a bounded look-up from the highest number down meets the prominent ones first. A name's first word
-- stands there once more behind `zq`: names that begin so are found without reading all that contain it.
-- The name without spaces is there too: `GP Explorer` is also written as one word.
CREATE VIRTUAL TABLE `search_names` USING fts5(`name`, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2", prefix='2 3 4 5 6 7 8');
--> statement-breakpoint
-- Every word that names have had, and its trigrams: what a misspelt word is put right by.
CREATE TABLE `search_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL UNIQUE
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_word_parts` USING fts5(`word`, content='', tokenize="trigram remove_diacritics 1", detail=none);
--> statement-breakpoint
CREATE TRIGGER `search_words_after_insert` AFTER INSERT ON `search_words` BEGIN
  INSERT INTO `search_word_parts` (`rowid`, `word`) VALUES (new.`id`, ' ' || new.`word` || ' ');
END;
--> statement-breakpoint
-- Holds nothing: what is inserted here goes to both indexes.
CREATE VIEW `search_entries` AS SELECT 0 AS `number`, '' AS `name`, '' AS `alias`;
--> statement-breakpoint
CREATE TRIGGER `search_entries_insert` INSTEAD OF INSERT ON `search_entries` BEGIN
  INSERT INTO `search_names` (`rowid`, `name`) VALUES (new.`number`,
    'zq' || substr(new.`name`, 1, instr(new.`name` || ' ', ' ') - 1) || ' ' || new.`name`
      || ' ' || replace(new.`name`, ' ', '') || ' ' || new.`alias`);
  INSERT INTO `search_words` (`word`) SELECT lower(w.`value`)
    FROM json_each('[' || replace(json_quote(
      replace(replace(replace(replace(replace(replace(replace(replace(new.`name` || ' ' || new.`alias`, '-', ' '), '_', ' '), ':', ' '), ',', ' '), '.', ' '), '''', ' '), '’', ' '), '"', ' ')
    ), ' ', '","') || ']') w
    WHERE length(w.`value`) BETWEEN 3 AND 40 ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO `search_entries`
    SELECT 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`,
      new.`name`, coalesce(new.`streaming_account_name`, '') WHERE new.`status` = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_update` AFTER UPDATE OF `status`, `start_at`, `name`, `streaming_account_name` ON `events`
WHEN (old.`status`, old.`name`, old.`streaming_account_name`, 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`)
  IS NOT (new.`status`, new.`name`, new.`streaming_account_name`, 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`)
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`;
  INSERT INTO `search_entries`
    SELECT 1152921504606846976 + max(new.`start_at`, 0) / 60000 * 4294967296 + new.`id`,
      new.`name`, coalesce(new.`streaming_account_name`, '') WHERE new.`status` = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER `search_events_after_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 1152921504606846976 + max(old.`start_at`, 0) / 60000 * 4294967296 + old.`id`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 1152921504606846976 + max(t.`start_at`, 0) / 60000 * 4294967296 + t.`id`,
    t.`name`, coalesce(t.`streaming_account_name`, '')
  FROM `events` t WHERE t.`status` = 'approved' ORDER BY 1;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_insert` AFTER INSERT ON `event_groups` BEGIN
  INSERT INTO `search_entries`
    SELECT 2305843009213693952 + new.`id`,
      new.`name`, replace(new.`name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_update` AFTER UPDATE OF `name` ON `event_groups`
WHEN old.`name` IS NOT new.`name`
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 2305843009213693952 + old.`id`;
  INSERT INTO `search_entries`
    SELECT 2305843009213693952 + new.`id`,
      new.`name`, replace(new.`name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_event_groups_after_delete` AFTER DELETE ON `event_groups` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 2305843009213693952 + old.`id`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 2305843009213693952 + t.`id`,
    t.`name`, replace(t.`name`, ' ', '')
  FROM `event_groups` t ORDER BY 1;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_insert` AFTER INSERT ON `games` BEGIN
  INSERT INTO `search_entries`
    SELECT 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`,
      new.`name`, replace(new.`name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_update` AFTER UPDATE OF `name`, `follow_count` ON `games`
WHEN (old.`name`, 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`)
  IS NOT (new.`name`, 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`)
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`;
  INSERT INTO `search_entries`
    SELECT 3458764513820540928 + length(new.`follow_count`) * 4294967296 + new.`id`,
      new.`name`, replace(new.`name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_games_after_delete` AFTER DELETE ON `games` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 3458764513820540928 + length(old.`follow_count`) * 4294967296 + old.`id`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 3458764513820540928 + length(t.`follow_count`) * 4294967296 + t.`id`,
    t.`name`, replace(t.`name`, ' ', '')
  FROM `games` t ORDER BY 1;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_insert` AFTER INSERT ON `streamers` BEGIN
  INSERT INTO `search_entries`
    SELECT 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`,
      new.`display_name`, replace(new.`display_name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_update` AFTER UPDATE OF `display_name`, `followers`, `follow_count` ON `streamers`
WHEN (old.`display_name`, 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`)
  IS NOT (new.`display_name`, 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`)
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`;
  INSERT INTO `search_entries`
    SELECT 4611686018427387904 + length(max(coalesce(new.`followers`, 0), new.`follow_count`)) * 4294967296 + new.`id`,
      new.`display_name`, replace(new.`display_name`, ' ', '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_streamers_after_delete` AFTER DELETE ON `streamers` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 4611686018427387904 + length(max(coalesce(old.`followers`, 0), old.`follow_count`)) * 4294967296 + old.`id`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 4611686018427387904 + length(max(coalesce(t.`followers`, 0), t.`follow_count`)) * 4294967296 + t.`id`,
    t.`display_name`, replace(t.`display_name`, ' ', '')
  FROM `streamers` t ORDER BY 1;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_insert` AFTER INSERT ON `event_participants` BEGIN
  INSERT INTO `search_entries`
    SELECT 5764607523034234880 + new.`event_id` * 256 + new.`position`,
      new.`display_name`, coalesce(new.`account`, '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_update` AFTER UPDATE OF `display_name`, `account` ON `event_participants`
WHEN (old.`display_name`, old.`account`)
  IS NOT (new.`display_name`, new.`account`)
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 5764607523034234880 + old.`event_id` * 256 + old.`position`;
  INSERT INTO `search_entries`
    SELECT 5764607523034234880 + new.`event_id` * 256 + new.`position`,
      new.`display_name`, coalesce(new.`account`, '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_event_participants_after_delete` AFTER DELETE ON `event_participants` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 5764607523034234880 + old.`event_id` * 256 + old.`position`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 5764607523034234880 + t.`event_id` * 256 + t.`position`,
    t.`display_name`, coalesce(t.`account`, '')
  FROM `event_participants` t ORDER BY 1;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_insert` AFTER INSERT ON `streaming_accounts` BEGIN
  INSERT INTO `search_entries`
    SELECT 6917529027641081856 + new.`id`,
      new.`name`, '';
END;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_update` AFTER UPDATE OF `name` ON `streaming_accounts`
WHEN old.`name` IS NOT new.`name`
BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 6917529027641081856 + old.`id`;
  INSERT INTO `search_entries`
    SELECT 6917529027641081856 + new.`id`,
      new.`name`, '';
END;
--> statement-breakpoint
CREATE TRIGGER `search_streaming_accounts_after_delete` AFTER DELETE ON `streaming_accounts` BEGIN
  DELETE FROM `search_names` WHERE `rowid` = 6917529027641081856 + old.`id`;
END;
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 6917529027641081856 + t.`id`,
    t.`name`, ''
  FROM `streaming_accounts` t ORDER BY 1;
