-- Erases what matches a pattern from the texts of a document. Its names, numbers and words such as `null` stay as they are:
-- guests are called Null and Price, and what is left must still be JSON. A number that matches, such as a phone's, becomes null.
create function without_matches(doc jsonb, pattern text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(doc)
    when 'string' then
      return to_jsonb(regexp_replace(doc #>> '{}', pattern, '', 'gi'));
    when 'number' then
      return case when doc::text ~* pattern then 'null'::jsonb else doc end;
    when 'array' then
      return (select coalesce(jsonb_agg(without_matches(part, pattern) order by place), '[]')
              from jsonb_array_elements(doc) with ordinality as parts (part, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(name, without_matches(part, pattern)), '{}')
              from jsonb_each(doc) as parts (name, part));
    else
      return doc;
  end case;
end $$;
