-- written by hand
-- Han, kana and Hangul write words without spaces: their letters are indexed by pairs, so that a word inside a
-- name is found. Letters that Unicode does not decompose stand there in plain letters, too; the same table is
-- in worker/contracts/words.ts.
DROP TRIGGER `search_entries_insert`;
--> statement-breakpoint
CREATE TRIGGER `search_entries_insert` INSTEAD OF INSERT ON `search_entries` BEGIN
  INSERT INTO `search_names` (`rowid`, `name`) VALUES (new.`number`,
    'zq' || substr(new.`name`, 1, instr(new.`name` || ' ', ' ') - 1) || ' ' || new.`name`
      || ' ' || replace(new.`name`, ' ', '') || ' ' || new.`alias`
      || CASE WHEN new.`name` || ' ' || new.`alias` GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı]*'
        THEN ' zq' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.`name` || ' ' || replace(new.`name`, ' ', '') || ' ' || new.`alias`, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'), 'ẞ', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ı', 'i')
        ELSE '' END
      || CASE WHEN new.`name` || ' ' || new.`alias` GLOB '*[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿][々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*'
        THEN coalesce((SELECT group_concat(' ' || p.`pair`, '')
          FROM (SELECT substr(new.`name` || ' ' || new.`alias`, n.`value`, 2) AS `pair` FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240]') n) p
          WHERE p.`pair` GLOB '[々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿][々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]'), '')
        ELSE '' END);
  INSERT INTO `search_words` (`word`) SELECT lower(w.`value`)
    FROM json_each('[' || replace(json_quote(
      replace(replace(replace(replace(replace(replace(replace(replace(new.`name` || ' ' || new.`alias`, '-', ' '), '_', ' '), ':', ' '), ',', ' '), '.', ' '), '''', ' '), '’', ' '), '"', ' ')
    ), ' ', '","') || ']') w
    WHERE length(w.`value`) BETWEEN 3 AND 40 ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 1152921504606846976 + max(t.`start_at`, 0) / 60000 * 4294967296 + t.`id` FROM `events` t WHERE (t.`name` || ' ' || coalesce(t.`streaming_account_name`, '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' AND t.`status` = 'approved');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 1152921504606846976 + max(t.`start_at`, 0) / 60000 * 4294967296 + t.`id`, t.`name`, coalesce(t.`streaming_account_name`, '') FROM `events` t WHERE (t.`name` || ' ' || coalesce(t.`streaming_account_name`, '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' AND t.`status` = 'approved' ORDER BY 1;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 2305843009213693952 + t.`id` FROM `event_groups` t WHERE (t.`name` || ' ' || replace(t.`name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 2305843009213693952 + t.`id`, t.`name`, replace(t.`name`, ' ', '') FROM `event_groups` t WHERE (t.`name` || ' ' || replace(t.`name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' ORDER BY 1;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 3458764513820540928 + length(t.`follow_count`) * 4294967296 + t.`id` FROM `games` t WHERE (t.`name` || ' ' || replace(t.`name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 3458764513820540928 + length(t.`follow_count`) * 4294967296 + t.`id`, t.`name`, replace(t.`name`, ' ', '') FROM `games` t WHERE (t.`name` || ' ' || replace(t.`name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' ORDER BY 1;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 4611686018427387904 + length(max(coalesce(t.`followers`, 0), t.`follow_count`)) * 4294967296 + t.`id` FROM `streamers` t WHERE (t.`display_name` || ' ' || replace(t.`display_name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 4611686018427387904 + length(max(coalesce(t.`followers`, 0), t.`follow_count`)) * 4294967296 + t.`id`, t.`display_name`, replace(t.`display_name`, ' ', '') FROM `streamers` t WHERE (t.`display_name` || ' ' || replace(t.`display_name`, ' ', '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' ORDER BY 1;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 5764607523034234880 + t.`event_id` * 256 + t.`position` FROM `event_participants` t WHERE (t.`display_name` || ' ' || coalesce(t.`account`, '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 5764607523034234880 + t.`event_id` * 256 + t.`position`, t.`display_name`, coalesce(t.`account`, '') FROM `event_participants` t WHERE (t.`display_name` || ' ' || coalesce(t.`account`, '')) GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' ORDER BY 1;
--> statement-breakpoint
DELETE FROM `search_names` WHERE `rowid` IN (SELECT 6917529027641081856 + t.`id` FROM `streaming_accounts` t WHERE (t.`name` || ' ' || '') GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*');
--> statement-breakpoint
INSERT INTO `search_entries`
  SELECT 6917529027641081856 + t.`id`, t.`name`, '' FROM `streaming_accounts` t WHERE (t.`name` || ' ' || '') GLOB '*[œŒæÆßẞøØłŁđĐðÐþÞı々-〇ぁ-ヿ㐀-鿿가-힣豈-﫿]*' ORDER BY 1;
